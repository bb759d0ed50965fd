import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

const link = (address: string, text = address): string => `<a href="${address}">${text}</a>`
const bare = (address: string): string => link(`http://${address}`, address)
const mail = (address: string): string => link(`mailto:${address}`, address)
const withFiles = { world: { settings: { ...world.settings, fileLinks: true } } }

const addresses = asCases('bare, addresses', [
  ['http', 'http://example.com', `<p>${link('http://example.com')}</p>`],
  ['https in a sentence', 'see https://example.com/a now', `<p>see ${link('https://example.com/a')} now</p>`],
  ['a full stop', 'at https://example.com/a. Look', `<p>at ${link('https://example.com/a')}. Look</p>`],
  ['a question mark', 'is it https://example.com?', `<p>is it ${link('https://example.com')}?</p>`],
  ['several signs', '"https://example.com/a".)', `<p>"${link('https://example.com/a')}".)</p>`],
  ['a colon', 'from https://example.com/a.html:', `<p>from ${link('https://example.com/a.html')}:</p>`],
  ['commas inside', 'http://example.com/a?b,c,d, e', `<p>${link('http://example.com/a?b,c,d')}, e</p>`],
  ['in parentheses', 'a (http://example.com/b)', `<p>a (${link('http://example.com/b')})</p>`],
  ['parentheses inside', 'http://example.com/a_(b)', `<p>${link('http://example.com/a_(b)')}</p>`],
  ['parentheses around and inside', '(http://example.com/a_(b))', `<p>(${link('http://example.com/a_(b)')})</p>`],
  ['pairs of parentheses', '(http://example.com/a_(b)_(c))', `<p>(${link('http://example.com/a_(b)_(c)')})</p>`],
  ['nested parentheses', 'https://a.com/(b_(c_(d))_e)_f', `<p>${link('https://a.com/(b_(c_(d))_e)_f')}</p>`],
  ['six levels', 'https://a.com/(1(2(3(4(5(6))))))', `<p>${link('https://a.com/(1(2(3(4(5(6))))))')}</p>`],
  ['eight levels', 'https://a.com/(1(2(3(4(5(6(7(8))))))))', '<p>https://a.com/(1(2(3(4(5(6(7(8))))))))</p>'],
  ['parentheses and a query', 'https://a.com/b_(c)?d=e&f=g h', `<p>${link('https://a.com/b_(c)?d=e&amp;f=g')} h</p>`],
  ['a fragment', 'http://a.com/b#c', `<p>${link('http://a.com/b#c')}</p>`],
  ['a port', 'http://localhost:9991/?a=1', `<p>${link('http://localhost:9991/?a=1')}</p>`],
  ['a user', 'http://leo@a.com/b', `<p>${link('http://leo@a.com/b')}</p>`],
  [
    'an address in an address',
    'http://a.com/2012/http://b.com/c',
    `<p>${link('http://a.com/2012/http://b.com/c')}</p>`,
  ],
  ['colons in the path', 'https://a.org/B::C::D', `<p>${link('https://a.org/B::C::D')}</p>`],
  ['an at sign in the path', 'http://a.org/id/1.2@b.c.us', `<p>${link('http://a.org/id/1.2@b.c.us')}</p>`],
  [
    'another script in the path',
    'https://ja.example.org/wiki/日本',
    `<p>${link('https://ja.example.org/wiki/日本')}</p>`,
  ],
  ['another script in the host', 'https://bücher.example/a', `<p>${link('https://bücher.example/a')}</p>`],
  ['stars and underscores inside', 'https://a.com/b_c_d*e*', `<p>${link('https://a.com/b_c_d*e*')}</p>`],
  ['after a comma', 'a,http://example.com/', `<p>a,${link('http://example.com/')}</p>`],
  ['after a colon', 'a:https://example.com', `<p>a:${link('https://example.com')}</p>`],
  [
    'after quotation marks',
    `'https://a.com' "https://b.com"`,
    `<p>'${link('https://a.com')}' "${link('https://b.com')}"</p>`,
  ],
  ['in angle brackets', '<https://a.com>', `<p>&lt;${link('https://a.com')}&gt;</p>`],
  ['after a letter of another script', '看https://a.com', `<p>看${link('https://a.com')}</p>`],
  ['after a letter', 'ahttps://a.com', '<p>ahttps://a.com</p>'],
  ['after an equals sign', 'a=https://a.com', '<p>a=https://a.com</p>'],
  ['after a slash', '/https://a.com', '<p>/https://a.com</p>'],
  ['before a tag', '<a href=http://a.com/b<i>', '<p>&lt;a href=http://a.com/b&lt;i&gt;</p>'],
  ['two on two lines', 'https://a.com\nhttps://b.com', `<p>${link('https://a.com')}<br>\n${link('https://b.com')}</p>`],
  [
    'this server',
    'https://chat.example.com/#narrow/is/dm',
    `<p>${link('#narrow/is/dm', 'https://chat.example.com/#narrow/is/dm')}</p>`,
  ],
  [
    'this server, then another address',
    'https://chat.example.com/https://a.com',
    `<p>${link('https://chat.example.com/https://a.com')}</p>`,
  ],
  ['programs', 'zotero://a/b obsidian://c/d', `<p>${link('zotero://a/b')} ${link('obsidian://c/d')}</p>`],
  [
    'money',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    `<p>${link('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')}</p>`,
  ],
  ['a script', 'javascript://a.com', '<p>javascript://a.com</p>'],
  ['other schemes', 'ftp://a.com tel:123', '<p>ftp://a.com tel:123</p>'],
  ['a file', 'file:///a/b', '<p>file:///a/b</p>'],
  ['a file, where it may be', 'file:///a/b', `<p>${link('file:///a/b')}</p>`, withFiles],
  [
    'an emoji in the scheme',
    'https:smiley://a.com',
    '<p>https<span aria-label="smiley" class="emoji emoji-1f603" role="img" title="smiley">:smiley:</span>//a.com</p>',
  ],
])

const domains = asCases('bare, domains', [
  ['a domain', 'with example.com inside', `<p>with ${bare('example.com')} inside</p>`],
  ['a path', 'goo.gl/abc', `<p>${bare('goo.gl/abc')}</p>`],
  ['three parts', 'www.ucl.ac.uk', `<p>${bare('www.ucl.ac.uk')}</p>`],
  ['a path that ends', '"is.gd/a/ "', `<p>"${bare('is.gd/a/')} "</p>`],
  ['a question', 'like example.com?', `<p>like ${bare('example.com')}?</p>`],
  ['an exclamation', 'www.example.com!', `<p>${bare('www.example.com')}!</p>`],
  ['emoji in the path', 'example.com/a::heart::b', `<p>${bare('example.com/a::heart::b')}</p>`],
  ['after a scheme that is none', 'about:blank.com', `<p>about:${bare('blank.com')}</p>`],
  ['files', 'readme.md views.py Main.java a.zip b.mov', '<p>readme.md views.py Main.java a.zip b.mov</p>'],
  ['no such ending', 'a.commandstuff() foo.bazqux', '<p>a.commandstuff() foo.bazqux</p>'],
  ['dots', 'love...it e.g. 3.14', '<p>love...it e.g. 3.14</p>'],
  ['nested parentheses', 'a.us/(b_(c(d)e)f)g', `<p>${bare('a.us/(b_(c(d)e)f)g')}</p>`],
  ['after a slash', '//example.com', '<p>//example.com</p>'],
])

const mails = asCases('bare, mail', [
  ['alone', 'a@b.com', `<p>${mail('a@b.com')}</p>`],
  ['in angle brackets', '<a@b.com>', `<p>&lt;${mail('a@b.com')}&gt;</p>`],
  ['in a sentence', 'write a.b-c@d.org, please.', `<p>write ${mail('a.b-c@d.org')}, please.</p>`],
  ['with a path', 'a@b.com/c', '<p>a@b.com/c</p>'],
  ['no domain', 'a@b', '<p>a@b</p>'],
])

const time = (datetime: string, text: string): string => `<p><time datetime="${datetime}">${text}</time></p>`

const times = asCases('bare, times', [
  ['no zone', '<time:2017-06-05T22:30>', time('2017-06-05T22:30:00Z', '2017-06-05T22:30')],
  ['in UTC', '<time:2017-06-05T22:30:05Z>', time('2017-06-05T22:30:05Z', '2017-06-05T22:30:05Z')],
  ['ahead', '<time:2020-01-01T00:30+05:30>', time('2019-12-31T19:00:00Z', '2020-01-01T00:30+05:30')],
  ['behind', '<time:2020-12-31T20:00:00-08:00>', time('2021-01-01T04:00:00Z', '2020-12-31T20:00:00-08:00')],
  ['a day', '<time:2017-12-31>', time('2017-12-31T00:00:00Z', '2017-12-31')],
  ['in words', '<time:31 Dec 2017>', '<p>&lt;time:31 Dec 2017&gt;</p>'],
  ['no such month', '<time:2017-13-01T00:00>', '<p>&lt;time:2017-13-01T00:00&gt;</p>'],
  ['HTML', '<time:<b>>', '<p>&lt;time:&lt;b&gt;&gt;</p>'],
  ['in emphasis', '*<time:2017-12-31>*', '<p><em><time datetime="2017-12-31T00:00:00Z">2017-12-31</time></em></p>'],
])

const math = asCases('bare, math', [
  ['two lines', '$$x=3\ny=4$$', '<p>$$x=3<br>\ny=4$$</p>'],
  ['an underscore first', '$$_$$ is no formula', '<p>$$_$$ is no formula</p>'],
  ['dollars', 'some $$$ or $$$$!', '<p>some $$$ or $$$$!</p>'],
  ['one dollar', '$a b$$', '<p>$a b$$</p>'],
  ['in code', '`$$a$$`', '<p><code>$$a$$</code></p>'],
  ['bad TeX', '$$\\error{**a**}$$', '<p><span class="tex-error">$$\\error{**a**}$$</span></p>'],
  ['bad TeX in a fence', '~~~math\n\\error{**a**}\n~~~', '<p><span class="tex-error">\\error{**a**}</span></p>'],
  ['bad TeX with HTML', "$$\\<b a='c'>$$", `<p><span class="tex-error">$$\\&lt;b a='c'&gt;$$</span></p>`],
])

export const conformanceBare: CaseGroup = {
  title: 'Conformance: bare links, times and mathematics',
  cases: [...addresses, ...domains, ...mails, ...times, ...math],
}
