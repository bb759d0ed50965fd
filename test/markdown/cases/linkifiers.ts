import type { CaseGroup } from './case.ts'
import { linkifiersOfCases } from './linkifiers-world.ts'

const withLinkifiers = { linkifiers: linkifiersOfCases }

export const linkifiers: CaseGroup = {
  title: 'Linkifiers',
  about: 'What matches a pattern of the organization becomes a link.',
  cases: [
    {
      name: 'linkifier: a match',
      source: '#123',
      html: '<p><a href="https://trac.example.com/ticket/123">#123</a></p>',
      says: { links: ['https://trac.example.com/ticket/123'] },
      world: withLinkifiers,
      shown: true,
    },
    {
      name: 'linkifier: several',
      source: '#1 #2, #3',
      html: '<p><a href="https://trac.example.com/ticket/1">#1</a> <a href="https://trac.example.com/ticket/2">#2</a>, <a href="https://trac.example.com/ticket/3">#3</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: in parentheses and quotation marks',
      source: '(#123) "#123" \'#123\' <#123>',
      html: '<p>(<a href="https://trac.example.com/ticket/123">#123</a>) "<a href="https://trac.example.com/ticket/123">#123</a>" \'<a href="https://trac.example.com/ticket/123">#123</a>\' &lt;<a href="https://trac.example.com/ticket/123">#123</a>&gt;</p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: after a comma and a colon',
      source: 'a,#123 see:#123',
      html: '<p>a,<a href="https://trac.example.com/ticket/123">#123</a> see:<a href="https://trac.example.com/ticket/123">#123</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: in the middle of a word',
      source: 'x#123 #123x #123é',
      html: '<p>x#123 #123x #123é</p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: before a sign',
      source: '#123. #123-4 #123_',
      html: '<p><a href="https://trac.example.com/ticket/123">#123</a>. <a href="https://trac.example.com/ticket/123">#123</a>-4 <a href="https://trac.example.com/ticket/123">#123</a>_</p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: with another pattern',
      source: 'PROJ-42 is done',
      html: '<p><a href="https://tracker.example.com/browse/PROJ-42">PROJ-42</a> is done</p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: with two groups',
      source: 'parley/server#7',
      html: '<p><a href="https://git.example.com/parley/server/issues/7">parley/server#7</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: where two overlap the earlier wins',
      source: 'parley/server#7 and #7',
      html: '<p><a href="https://git.example.com/parley/server/issues/7">parley/server#7</a> and <a href="https://trac.example.com/ticket/7">#7</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: in an address',
      source: 'https://example.com/#123',
      html: '<p><a href="https://example.com/#123">https://example.com/#123</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: adjacent',
      source: '#1#2',
      html: '<p><a href="https://trac.example.com/ticket/1">#1</a>#2</p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: in bold and stressed text',
      source: '**#123** *#123*',
      html: '<p><strong><a href="https://trac.example.com/ticket/123">#123</a></strong> <em><a href="https://trac.example.com/ticket/123">#123</a></em></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: in the text of a link',
      source: '[#123](https://example.com)',
      html: '<p><a href="https://example.com">#123</a></p>',
      world: withLinkifiers,
    },
    { name: 'linkifier: in code', source: '`#123`', html: '<p><code>#123</code></p>', world: withLinkifiers },
    {
      name: 'linkifier: in a heading',
      source: '# #123',
      html: '<h1><a href="https://trac.example.com/ticket/123">#123</a></h1>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: with a value that is encoded',
      source: 'topic:a&b topic:日本',
      html: '<p><a href="https://search.example.com/?name=a%26b">topic:a&amp;b</a> <a href="https://search.example.com/?name=%E6%97%A5%E6%9C%AC">topic:日本</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'linkifier: with a template that is no address',
      source: 'bad-1',
      html: '<p>bad-1</p>',
      world: withLinkifiers,
    },
    { name: 'linkifier: in another script', source: '「#123', html: '<p>「#123</p>', world: withLinkifiers },
    { name: 'linkifier: a number alone', source: '123', html: '<p>123</p>', world: withLinkifiers },
    {
      name: 'linkifier: beside an emoji',
      source: '#123:smile: :smile: #4',
      html: '<p><a href="https://trac.example.com/ticket/123">#123</a><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> <span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> <a href="https://trac.example.com/ticket/4">#4</a></p>',
      world: withLinkifiers,
    },
    { name: 'linkifier: with text in large letters', source: 'proj-42', html: '<p>proj-42</p>', world: withLinkifiers },
  ],
}
