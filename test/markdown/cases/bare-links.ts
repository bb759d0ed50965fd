import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

export const bareLinks: CaseGroup = {
  title: 'Links as they are',
  about: 'An address in the text becomes a link.',
  cases: [
    {
      name: 'bare link: an address',
      source: 'https://example.com',
      html: '<p><a href="https://example.com">https://example.com</a></p>',
      says: { links: ['https://example.com'] },
      shown: true,
    },
    {
      name: 'bare link: an address without encryption',
      source: 'http://example.com/path',
      html: '<p><a href="http://example.com/path">http://example.com/path</a></p>',
    },
    {
      name: 'bare link: a path, a question and a fragment',
      source: 'https://example.com/a/b?c=d&e=f#g',
      html: '<p><a href="https://example.com/a/b?c=d&amp;e=f#g">https://example.com/a/b?c=d&amp;e=f#g</a></p>',
    },
    {
      name: 'bare link: a question without a path',
      source: 'https://example.com?q=1',
      html: '<p><a href="https://example.com?q=1">https://example.com?q=1</a></p>',
    },
    {
      name: 'bare link: a fragment without a path',
      source: 'https://example.com#top',
      html: '<p><a href="https://example.com#top">https://example.com#top</a></p>',
    },
    {
      name: 'bare link: a port',
      source: 'http://localhost:8080/x and https://example.com:8443',
      html: '<p><a href="http://localhost:8080/x">http://localhost:8080/x</a> and <a href="https://example.com:8443">https://example.com:8443</a></p>',
    },
    {
      name: 'bare link: a user',
      source: 'https://user@example.com/x',
      html: '<p><a href="https://user@example.com/x">https://user@example.com/x</a></p>',
    },
    {
      name: 'bare link: large letters',
      source: 'HTTPS://EXAMPLE.com/A',
      html: '<p><a href="HTTPS://EXAMPLE.com/A">HTTPS://EXAMPLE.com/A</a></p>',
    },
    {
      name: 'bare link: a domain',
      source: 'example.com',
      html: '<p><a href="http://example.com">example.com</a></p>',
      says: { links: ['http://example.com'] },
      shown: true,
    },
    {
      name: 'bare link: a domain with a path',
      source: 'example.com/path?x=1',
      html: '<p><a href="http://example.com/path?x=1">example.com/path?x=1</a></p>',
      shown: true,
    },
    {
      name: 'bare link: a domain with parts',
      source: 'www.example.co.uk',
      html: '<p><a href="http://www.example.co.uk">www.example.co.uk</a></p>',
    },
    {
      name: 'bare link: a domain in large letters',
      source: 'EXAMPLE.COM',
      html: '<p><a href="http://EXAMPLE.COM">EXAMPLE.COM</a></p>',
    },
    {
      name: 'bare link: a sentence without a blank before it',
      source: 'It is done.So what? The end.In Rome',
      html: '<p>It is done.So what? The end.In Rome</p>',
    },
    {
      name: 'bare link: a domain with a dash and an underscore',
      source: 'my-site_1.example.org',
      html: '<p><a href="http://my-site_1.example.org">my-site_1.example.org</a></p>',
    },
    {
      name: 'bare link: a domain whose ending does not exist',
      source: 'example.invalidending',
      html: '<p>example.invalidending</p>',
    },
    { name: 'bare link: a word with dots', source: 'e.g. a.b.c', html: '<p>e.g. a.b.c</p>' },
    {
      name: 'bare link: files, not domains',
      source: 'README.md Main.java clip.mov run.py all.zip',
      html: '<p>README.md Main.java clip.mov run.py all.zip</p>',
    },
    { name: 'bare link: a number', source: '3.14 and 1.2.3.4', html: '<p>3.14 and 1.2.3.4</p>' },
    {
      name: 'bare link: a mail address',
      source: 'a@b.com',
      html: '<p><a href="mailto:a@b.com">a@b.com</a></p>',
      says: { links: ['mailto:a@b.com'] },
      shown: true,
    },
    {
      name: 'bare link: a mail address with dots and dashes',
      source: 'first.last-x@mail.example-site.com',
      html: '<p><a href="mailto:first.last-x@mail.example-site.com">first.last-x@mail.example-site.com</a></p>',
    },
    {
      name: 'bare link: a mail address after its scheme',
      source: 'mailto:a@b.com',
      html: '<p>mailto:<a href="mailto:a@b.com">a@b.com</a></p>',
    },
    { name: 'bare link: two at signs', source: 'a@b@c.com', html: '<p>a@b@c.com</p>' },
    { name: 'bare link: a mail address without a dot', source: 'a@localhost', html: '<p>a@localhost</p>' },
    {
      name: 'bare link: a bitcoin address',
      source: 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      html: '<p><a href="bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa">bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa</a></p>',
    },
    { name: 'bare link: a bitcoin address that is too short', source: 'bitcoin:1A1zP1', html: '<p>bitcoin:1A1zP1</p>' },
    {
      name: 'bare link: programs with a scheme of their own',
      source: 'obsidian://open?vault=x zotero://select/items/1 hansoft://server/x asanadesktop://x/1',
      html: '<p><a href="obsidian://open?vault=x">obsidian://open?vault=x</a> <a href="zotero://select/items/1">zotero://select/items/1</a> <a href="hansoft://server/x">hansoft://server/x</a> <a href="asanadesktop://x/1">asanadesktop://x/1</a></p>',
    },
    {
      name: 'bare link: other schemes',
      source: 'ftp://example.com javascript://example.com/%0Aalert(1) ssh://host',
      html: '<p>ftp://example.com javascript://example.com/%0Aalert(1) ssh://host</p>',
    },
    {
      name: 'bare link: a file, where it is not allowed',
      source: 'file:///etc/hosts',
      html: '<p>file:///etc/hosts</p>',
    },
    {
      name: 'bare link: a file, where it is allowed',
      source: 'file:///etc/hosts',
      html: '<p><a href="file:///etc/hosts">file:///etc/hosts</a></p>',
      world: { settings: { ...world.settings, fileLinks: true } },
    },
    {
      name: 'bare link: a full stop',
      source: 'See https://example.com/a.',
      html: '<p>See <a href="https://example.com/a">https://example.com/a</a>.</p>',
    },
    {
      name: 'bare link: punctuation',
      source: 'https://a.com/x, https://b.com/y! https://c.com/z? https://d.com/w: https://e.com/v;',
      html: '<p><a href="https://a.com/x">https://a.com/x</a>, <a href="https://b.com/y">https://b.com/y</a>! <a href="https://c.com/z">https://c.com/z</a>? <a href="https://d.com/w">https://d.com/w</a>: <a href="https://e.com/v">https://e.com/v</a>;</p>',
    },
    {
      name: 'bare link: quotation marks',
      source: '"https://example.com/a" \'https://example.com/b\'',
      html: '<p>"<a href="https://example.com/a">https://example.com/a</a>" \'<a href="https://example.com/b">https://example.com/b</a>\'</p>',
    },
    {
      name: 'bare link: a quotation mark inside',
      source: 'https://example.com/a"b',
      html: '<p>https://example.com/a"b</p>',
    },
    {
      name: 'bare link: signs around it',
      source: '<https://example.com/a> <example.com>',
      html: '<p>&lt;<a href="https://example.com/a">https://example.com/a</a>&gt; &lt;<a href="http://example.com">example.com</a>&gt;</p>',
    },
    {
      name: 'bare link: parentheses around it',
      source: '(https://example.com/a) (see example.com/b).',
      html: '<p>(<a href="https://example.com/a">https://example.com/a</a>) (see <a href="http://example.com/b">example.com/b</a>).</p>',
    },
    {
      name: 'bare link: parentheses in it',
      source: 'https://example.com/a_(b) and https://example.com/(a)(b)/c',
      html: '<p><a href="https://example.com/a_(b)">https://example.com/a_(b)</a> and <a href="https://example.com/(a)(b)/c">https://example.com/(a)(b)/c</a></p>',
    },
    {
      name: 'bare link: parentheses in it and around it',
      source: '(https://example.com/a_(b))',
      html: '<p>(<a href="https://example.com/a_(b)">https://example.com/a_(b)</a>)</p>',
    },
    {
      name: 'bare link: six levels of parentheses',
      source: 'https://example.com/(1(2(3(4(5(6))))))',
      html: '<p><a href="https://example.com/(1(2(3(4(5(6))))))">https://example.com/(1(2(3(4(5(6))))))</a></p>',
    },
    {
      name: 'bare link: seven levels of parentheses',
      source: 'https://example.com/(1(2(3(4(5(6(7)))))))',
      html: '<p>https://example.com/(1(2(3(4(5(6(7)))))))</p>',
    },
    {
      name: 'bare link: a parenthesis that is not closed',
      source: 'https://example.com/a(b',
      html: '<p>https://example.com/a(b</p>',
    },
    {
      name: 'bare link: a parenthesis that is not opened',
      source: 'https://example.com/a)b',
      html: '<p>https://example.com/a)b</p>',
    },
    {
      name: 'bare link: a link inside what is none',
      source: 'https://example.com/a(https://example.org/b',
      html: '<p>https://example.com/a(<a href="https://example.org/b">https://example.org/b</a></p>',
    },
    {
      name: 'bare link: after a comma and a colon',
      source: 'x,https://example.com see:example.com',
      html: '<p>x,<a href="https://example.com">https://example.com</a> see:<a href="http://example.com">example.com</a></p>',
    },
    {
      name: 'bare link: in the middle of a word',
      source: 'xhttps://example.com -example.com =example.com',
      html: '<p>xhttps://example.com -example.com =example.com</p>',
    },
    { name: 'bare link: after an at sign', source: '@example.com', html: '<p>@example.com</p>' },
    {
      name: 'bare link: after a letter of another script',
      source: '見てexample.com 日本https://example.com/a',
      html: '<p>見て<a href="http://example.com">example.com</a> 日本<a href="https://example.com/a">https://example.com/a</a></p>',
    },
    {
      name: 'bare link: before a letter of another script',
      source: 'https://example.comを見て',
      html: '<p><a href="https://example.comを見て">https://example.comを見て</a></p>',
    },
    {
      name: 'bare link: a path in another script',
      source: 'https://example.com/日本語/パス',
      html: '<p><a href="https://example.com/日本語/パス">https://example.com/日本語/パス</a></p>',
    },
    {
      name: 'bare link: a host in another script',
      source: 'https://例え.jp/a',
      html: '<p><a href="https://例え.jp/a">https://例え.jp/a</a></p>',
    },
    {
      name: 'bare link: letters beyond ASCII in a domain',
      source: 'münchen.de and www.пример.рф/путь, ähm',
      html: '<p><a href="http://münchen.de">münchen.de</a> and <a href="http://www.пример.рф/путь">www.пример.рф/путь</a>, ähm</p>',
    },
    {
      name: 'bare link: letters beyond ASCII in a mail address',
      source: 'jörg@example.com jo@bücher.example',
      html: '<p><a href="mailto:jörg@example.com">jörg@example.com</a> <a href="mailto:jo@bücher.example">jo@bücher.example</a></p>',
    },
    {
      name: 'bare link: an address directly after a letter beyond ASCII',
      source: 'смотриhttps://example.com/a',
      html: '<p>смотри<a href="https://example.com/a">https://example.com/a</a></p>',
    },
    {
      name: 'bare link: from right to left',
      source: 'שלום https://example.com/שלום שלום',
      html: '<p>שלום <a href="https://example.com/שלום">https://example.com/שלום</a> שלום</p>',
    },
    {
      name: 'bare link: after a full-width sign',
      source: '「https://example.com/a',
      html: '<p>「<a href="https://example.com/a">https://example.com/a</a></p>',
    },
    {
      name: 'bare link: an emoji before it',
      source: '😄https://example.com',
      html: '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span><a href="https://example.com">https://example.com</a></p>',
    },
    {
      name: 'bare link: a sign in it',
      source: 'https://example.com/a&b<c>d',
      html: '<p><a href="https://example.com/a&amp;b&lt;c&gt;d">https://example.com/a&amp;b&lt;c&gt;d</a></p>',
    },
    {
      name: "bare link: an emoji's name in it",
      source: 'https://example.com/:smile:/x',
      html: '<p><a href="https://example.com/:smile:/x">https://example.com/:smile:/x</a></p>',
    },
    {
      name: 'bare link: names of characters in it',
      source: 'https://example.com/?a=1&amp;b=2 https://example.com/?a=1&b=2',
      html: '<p><a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a> <a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a></p>',
      says: { links: ['https://example.com/?a=1&b=2'] },
    },
    {
      name: 'bare link: stars in it',
      source: 'https://example.com/*a*/b and https://example.com/**c**',
      html: '<p><a href="https://example.com/*a*/b">https://example.com/*a*/b</a> and <a href="https://example.com/**c**">https://example.com/**c**</a></p>',
    },
    {
      name: 'bare link: tildes and underscores in it',
      source: 'https://example.com/~~a~~/_b_',
      html: '<p><a href="https://example.com/~~a~~/_b_">https://example.com/~~a~~/_b_</a></p>',
    },
    {
      name: 'bare link: in bold and stressed text',
      source: '**https://example.com** *example.com*',
      html: '<p><strong><a href="https://example.com">https://example.com</a></strong> <em><a href="http://example.com">example.com</a></em></p>',
    },
    {
      name: 'bare link: in struck text',
      source: '~~https://example.com/a~~',
      html: '<p><del><a href="https://example.com/a">https://example.com/a</a></del></p>',
    },
    { name: 'bare link: in code', source: '`https://example.com`', html: '<p><code>https://example.com</code></p>' },
    {
      name: 'bare link: two in a row',
      source: 'https://example.com https://example.org',
      html: '<p><a href="https://example.com">https://example.com</a> <a href="https://example.org">https://example.org</a></p>',
    },
    {
      name: 'bare link: on two lines',
      source: 'https://example.com\nexample.org',
      html: '<p><a href="https://example.com">https://example.com</a><br>\n<a href="http://example.org">example.org</a></p>',
    },
    {
      name: 'bare link: in the text of a link',
      source: '[https://example.com](https://example.org)',
      html: '<p><a href="https://example.org">https://example.com</a></p>',
      says: { links: ['https://example.org'] },
    },
    {
      name: "bare link: this server's own place",
      source: 'https://chat.example.com/#narrow/channel/12-design',
      html: '<p><a href="#narrow/channel/12-design">https://chat.example.com/#narrow/channel/12-design</a></p>',
      says: { links: ['#narrow/channel/12-design'] },
      shown: true,
    },
    {
      name: "bare link: this server's other pages",
      source: 'https://chat.example.com/help',
      html: '<p><a href="https://chat.example.com/help">https://chat.example.com/help</a></p>',
    },
    {
      name: "bare link: another server's place",
      source: 'https://chat.example.com.evil.com/#narrow',
      html: '<p><a href="https://chat.example.com.evil.com/#narrow">https://chat.example.com.evil.com/#narrow</a></p>',
    },
    {
      name: 'bare link: no host',
      source: 'https:// and https:///x and https://.',
      html: '<p>https:// and https:///x and https://.</p>',
    },
    {
      name: 'bare link: in a heading',
      source: '# See example.com',
      html: '<h1>See <a href="http://example.com">example.com</a></h1>',
    },
    {
      name: 'bare link: in a table',
      source: '| a |\n|---|\n| example.com |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a href="http://example.com">example.com</a></td>\n</tr>\n</tbody>\n</table>',
    },
  ],
}
