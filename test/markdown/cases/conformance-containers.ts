import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'

const code = (text: string): string => `<div class="codehilite"><pre><span></span><code>${text}\n</code></pre></div>`
const quote = (inside: string): string => `<blockquote>\n${inside}\n</blockquote>`
const spoiler = (header: string, body: string): string =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${body}\n</div></div>`
const table = (head: string, ...rows: string[]): string =>
  `<table>\n<thead>\n<tr>\n${head}\n</tr>\n</thead>\n<tbody>\n${rows.map((row) => `<tr>\n${row}\n</tr>\n`).join('')}</tbody>\n</table>`

const lists = asCases('containers, lists', [
  ['a star', '* a', '<ul>\n<li>a</li>\n</ul>'],
  ['a dash', '- a', '<ul>\n<li>a</li>\n</ul>'],
  ['a plus', '+ a', '<ul>\n<li>a</li>\n</ul>'],
  ['mixed bullets', '* a\n- b\n+ c\n* d', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n<li>d</li>\n</ul>'],
  ['after text', 'a:\n* b\n* c', '<p>a:</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>'],
  ['numbers after text', 'a:\n1. b\n2. c', '<p>a:</p>\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>'],
  ['numbers from three', '3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['numbers with gaps', '1. a\n5. b\n9. c', '<ol>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
  ['the same number', '3. a\n3. b\n3. c', '<ol start="3">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
  ['from nothing', '0. a', '<ol start="0">\n<li>a</li>\n</ol>'],
  ['a number with a parenthesis', '1) a', '<p>1) a</p>'],
  ['a bullet without a blank', '*a', '<p>*a</p>'],
  ['a number without a blank', '1.a', '<p>1.a</p>'],
  ['a number in the text', 'in\n2024. a year', '<p>in</p>\n<ol start="2024">\n<li>a year</li>\n</ol>'],
  [
    'two blanks nest',
    '* a\n  * b\n  * c\n* d',
    '<ul>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
  ],
  ['three blanks nest', '* a\n   * b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
  ['four blanks nest', '* a\n    * b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
  ['one blank does not nest', '* a\n * b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  [
    'three levels',
    '* a\n  * b\n    * c\n* d',
    '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
  ],
  [
    'numbers in numbers',
    '1. a\n  2. b\n    3. c\n    3. d\n  2. e\n2. f',
    '<ol>\n<li>a<ol start="2">\n<li>b<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n<li>e</li>\n</ol>\n</li>\n<li>f</li>\n</ol>',
  ],
  ['numbers in bullets', '* a\n  1. b\n  2. c', '<ul>\n<li>a<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n</ul>'],
  ['bullets in numbers', '1. a\n   * b', '<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  ['apart', '* a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
  ['numbers apart', '1. a\n\n2. b', '<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>'],
  ['text on the next line', '* a\nb', '<ul>\n<li>a<br>\nb</li>\n</ul>'],
  ['text below a blank line', '* a\n\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>'],
  ['two paragraphs in an item', '* a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>'],
  [
    'a paragraph in an inner item',
    '* a\n  * b\n\n    c\n    d',
    '<ul>\n<li>a<ul>\n<li>\n<p>b</p>\n<p>c<br>\nd</p>\n</li>\n</ul>\n</li>\n</ul>',
  ],
  ['two lists with text between', '* a\n\nb\n* c', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n<ul>\n<li>c</li>\n</ul>'],
  [
    'markup in items',
    '* *a*\n* `b`\n* **c**',
    '<ul>\n<li><em>a</em></li>\n<li><code>b</code></li>\n<li><strong>c</strong></li>\n</ul>',
  ],
  ['a bullet alone', '*', '<p>*</p>'],
  ['calculation in a fence', '~~~\na = 3\n* 4\n~~~', code('a = 3\n* 4')],
])

const quotes = asCases('containers, quotes', [
  ['a line', '> a', quote('<p>a</p>')],
  ['without a blank', '>a', quote('<p>a</p>')],
  ['two lines', '> a\n> b', quote('<p>a<br>\nb</p>')],
  ['continued', '> a\nb\nc', quote('<p>a<br>\nb<br>\nc</p>')],
  ['two paragraphs', '> a\n>\n> b', quote('<p>a</p>\n<p>b</p>')],
  ['two quotes', '> a\n\n> b', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}`],
  ['directly after text', 'a\n> b', `<p>a</p>\n${quote('<p>b</p>')}`],
  ['text after a blank line', '> a\n\nb', `${quote('<p>a</p>')}\n<p>b</p>`],
  ['nested', '> > a', quote(quote('<p>a</p>'))],
  ['nested after text', '> a\n> > b', quote(`<p>a</p>\n${quote('<p>b</p>')}`)],
  ['nested without blanks', '>>>a', quote(quote(quote('<p>a</p>')))],
  ['alone', '>', '<p>&gt;</p>'],
  ['alone, many times', '>>>>>', quote(quote(quote(quote('<p>&gt;</p>'))))],
  ['two alone', '>\n>', '<p>&gt;<br>\n&gt;</p>'],
  ['begun by empty ones', '>\n>\n> a', quote('<p>a</p>')],
  ['begun by empty ones, then continued', '>\n>\na', quote('<p>a</p>')],
  ['an empty one before a list', '>\n* a', '<p>&gt;</p>\n<ul>\n<li>a</li>\n</ul>'],
  ['after an item', '* a\n> b', `<ul>\n<li>a</li>\n</ul>\n${quote('<p>b</p>')}`],
  ['continued after an empty one', '> a\n>\nb', quote('<p>a</p>\n<p>b</p>')],
  ['a list inside', '> * a\n> * b', quote('<ul>\n<li>a</li>\n<li>b</li>\n</ul>')],
  ['a heading inside', '> # a', quote('<h1>a</h1>')],
  ['code inside', '> ```\n> a\n> ```', quote(code('a'))],
  ['by a fence', '```quote\na\n\nb\n```', quote('<p>a</p>\n<p>b</p>')],
  ['by tildes and the other word', '~~~ quoted\n*a*\n~~~', quote('<p><em>a</em></p>')],
  ['by a fence between text', 'a\n```quote\nb\n```\nc', `<p>a</p>\n${quote('<p>b</p>')}\n<p>c</p>`],
  ['in a fence', '```quote\na\n> b\n\nc\n```', quote(`<p>a</p>\n${quote('<p>b</p>')}\n<p>c</p>`)],
  ['a fence in a longer fence', '````quote\n```quote\na\n```\nb\n````', quote(`${quote('<p>a</p>')}\n<p>b</p>`)],
  ['equal fences', '```quote\n```quote\na\n```\nb\n```', quote(`${quote('<p>a</p>')}\n<p>b</p>`)],
  ['code in a fence', '~~~quote\n```\na\n```\nb\n~~~', quote(`${code('a')}\n<p>b</p>`)],
  ['a fence and then a sign', '~~~quote\na\n~~~\n> b\n\nc', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}\n<p>c</p>`],
  ['a heading and no heading in a fence', '```quote\n# a\n#b\n```', quote('<h1>a</h1>\n<p>#b</p>')],
  [
    'a list around a fence',
    'a\n* b\n\n```quote\nc\n```\n\nd\n* e',
    `<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n${quote('<p>c</p>')}\n<p>d</p>\n<ul>\n<li>e</li>\n</ul>`,
  ],
  ['a fence that is not closed', '```quote\na', quote('<p>a</p>')],
  [
    'a fence in a quote in a list',
    '* a\n\n  > ```\n  > b\n  > ```',
    `<ul>\n<li>\n<p>a</p>\n${quote(code('b'))}\n</li>\n</ul>`,
  ],
])

const spoilers = asCases('containers, spoilers', [
  ['a header', '```spoiler head\nbody\n```', spoiler('<p>head</p>\n', '<p>body</p>')],
  ['no header', '```spoiler\nbody\n```', spoiler('', '<p>body</p>')],
  ['blanks before the word', '``` spoiler two words\nbody\n```', spoiler('<p>two words</p>\n', '<p>body</p>')],
  ['tildes', '~~~spoiler head\nbody\n~~~', spoiler('<p>head</p>\n', '<p>body</p>')],
  ['text around', 'a\n```spoiler b\nc\n```\nd', `<p>a</p>\n${spoiler('<p>b</p>\n', '<p>c</p>')}\n<p>d</p>`],
  [
    'markup in the header',
    '```spoiler *a* **b** [c](https://example.com)\nd\n```',
    spoiler('<p><em>a</em> <strong>b</strong> <a href="https://example.com">c</a></p>\n', '<p>d</p>'),
  ],
  ['HTML', '```spoiler <i>\n<b>\n```', spoiler('<p>&lt;i&gt;</p>\n', '<p>&lt;b&gt;</p>')],
  ['blocks', '```spoiler a\n* b\n\n> c\n```', spoiler('<p>a</p>\n', `<ul>\n<li>b</li>\n</ul>\n${quote('<p>c</p>')}`)],
  ['code', '````spoiler a\n```\nb\n```\n````', spoiler('<p>a</p>\n', code('b'))],
  ['a spoiler', '````spoiler a\n```spoiler b\nc\n```\n````', spoiler('<p>a</p>\n', spoiler('<p>b</p>\n', '<p>c</p>'))],
  [
    'in a quote',
    '~~~quote\n```spoiler a\nb\n```\nc\n~~~\nd',
    `${quote(`${spoiler('<p>a</p>\n', '<p>b</p>')}\n<p>c</p>`)}\n<p>d</p>`,
  ],
  [
    'an emoji in the header',
    '```spoiler :heart:\na\n```',
    spoiler(
      '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>\n',
      '<p>a</p>',
    ),
  ],
])

const tables = asCases('containers, tables', [
  ['two columns', 'a | b\n--- | ---\nc | d', table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td>d</td>')],
  [
    'pipes around',
    '| a | b |\n|---|---|\n| c | d |\n| e | f |',
    table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td>d</td>', '<td>e</td>\n<td>f</td>'),
  ],
  [
    'after a paragraph',
    'x:\n\na | b\n-|-\nc | d',
    `<p>x:</p>\n${table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td>d</td>')}`,
  ],
  [
    'aligned',
    'a | b | c\n:-- | :-: | --:\nd | e | f',
    table(
      '<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th style="text-align: right;">c</th>',
      '<td style="text-align: left;">d</td>\n<td style="text-align: center;">e</td>\n<td style="text-align: right;">f</td>',
    ),
  ],
  [
    'markup in cells',
    '| *a* | b |\n|--|--|\n| `c|d` | @**Iago** |',
    table(
      '<th><em>a</em></th>\n<th>b</th>',
      '<td><code>c|d</code></td>\n<td><span class="user-mention" data-user-id="10">@Iago</span></td>',
    ),
  ],
  ['a missing cell', 'a | b\n--|--\nc |', table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td></td>')],
  ['a cell too many', 'a | b\n--|--\nc | d | e', table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td>d</td>')],
  ['text below', 'a | b\n--|--\nc | d\n\ne', `${table('<th>a</th>\n<th>b</th>', '<td>c</td>\n<td>d</td>')}\n<p>e</p>`],
  ['no dashes', 'a | b\nc | d', '<p>a | b<br>\nc | d</p>'],
])

export const conformanceContainers: CaseGroup = {
  title: 'Conformance: lists, quotes, spoilers and tables',
  cases: [...lists, ...quotes, ...spoilers, ...tables],
}
