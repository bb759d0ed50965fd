import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'

const code = (text: string): string => `<div class="codehilite"><pre><span></span><code>${text}\n</code></pre></div>`
const codeIn = (language: string, text: string): string =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${text}\n</code></pre></div>`

const text = asCases('blocks, text', [
  ['a line', 'plain words', '<p>plain words</p>'],
  ['two lines', 'one\ntwo', '<p>one<br>\ntwo</p>'],
  ['three lines', 'one\ntwo\nthree', '<p>one<br>\ntwo<br>\nthree</p>'],
  ['two paragraphs', 'one\n\ntwo', '<p>one</p>\n<p>two</p>'],
  ['many blank lines', 'one\n\n\n\n\ntwo', '<p>one</p>\n<p>two</p>'],
  ['a line of blanks divides', 'one\n \t \ntwo', '<p>one</p>\n<p>two</p>'],
  ['nothing', '', ''],
  ['new lines alone', '\n\n\n', ''],
  ['leading new lines', '\n\none', '<p>one</p>'],
  ['trailing whitespace', 'one \t\n\n ', '<p>one</p>'],
  ['leading blanks short of code', '   one', '<p>one</p>'],
  ['lines of another system', 'one\r\ntwo\r\n\r\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
  ['two blanks at the end of a line', 'one  \ntwo', '<p>one<br>\ntwo</p>'],
  ['a tab inside', 'one\ttwo', '<p>one\ttwo</p>'],
  ['signs of HTML', `<b class="x">it's & more</b>`, `<p>&lt;b class="x"&gt;it's &amp; more&lt;/b&gt;</p>`],
  ['a block of HTML', '<div>\n*a*\n</div>', '<p>&lt;div&gt;<br>\n<em>a</em><br>\n&lt;/div&gt;</p>'],
  ['a comment of HTML', '<!-- a -->', '<p>&lt;!-- a --&gt;</p>'],
  ['a backslash escapes nothing', '\\*a\\* \\`', '<p>\\<em>a\\</em> \\`</p>'],
  [
    'a reference link',
    '[a][b]\n\n[b]: https://example.com',
    '<p>[a][b]</p>\n<p>[b]: <a href="https://example.com">https://example.com</a></p>',
  ],
])

const headings = asCases('blocks, headings', [
  ['the first level', '# A', '<h1>A</h1>'],
  ['the second level', '## A b', '<h2>A b</h2>'],
  ['the sixth level', '###### A', '<h6>A</h6>'],
  ['a seventh level', '####### A', '<p>####### A</p>'],
  ['no blank', '#A', '<p>#A</p>'],
  ['more blanks', '#   A', '<h1>A</h1>'],
  ['closed', '## A ##', '<h2>A</h2>'],
  ['closed by another number', '# A ####', '<h1>A</h1>'],
  ['text directly below', '# A\nb', '<h1>A</h1>\n<p>b</p>'],
  ['text directly above', 'a\n# B', '<p>a</p>\n<h1>B</h1>'],
  ['two in a row', '# A\n## B', '<h1>A</h1>\n<h2>B</h2>'],
  ['markup inside', '# *A* `b` **c**', '<h1><em>A</em> <code>b</code> <strong>c</strong></h1>'],
  ['underlined by equals', 'A\n===', '<p>A<br>\n===</p>'],
  ['underlined by dashes', 'A\n---', '<p>A</p>\n<hr>'],
  ['hash alone', '#', '<p>#</p>'],
  ['a list directly below', '# A\n* b', '<h1>A</h1>\n<ul>\n<li>b</li>\n</ul>'],
])

const rules = asCases('blocks, rules', [
  ['dashes', 'a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['stars', '***', '<hr>'],
  ['underscores', '___', '<hr>'],
  ['apart', '- - -', '<hr>'],
  ['two dashes', '--', '<p>--</p>'],
])

const fences = asCases('blocks, fences', [
  ['backticks', '```\na\n```', code('a')],
  ['tildes', '~~~\na\n~~~', code('a')],
  ['a language', '```python\n;\n```', codeIn('Python', ';')],
  ['an alias', '```js\n;\n```', codeIn('JavaScript', ';')],
  ['an older language', '```py2\n;\n```', codeIn('Python 2.x', ';')],
  ['blanks before the language', '```   js\n;\n```', codeIn('JavaScript', ';')],
  ['a dot before the language', '~~~.js\n;\n~~~', codeIn('JavaScript', ';')],
  ['braces around the language', '~~~{.js}\n;\n~~~', codeIn('JavaScript', ';')],
  ['an unknown language', '``` Klingon\na\n```', codeIn('Klingon', 'a')],
  ['a language with signs of HTML', '```<b>&"\na\n```', codeIn('&lt;b&gt;&amp;&quot;', 'a')],
  ['directly after and before text', 'a\n```\nb\n```\nc', `<p>a</p>\n${code('b')}\n<p>c</p>`],
  ['blank lines inside', '```\na\n\n  b\n```', code('a\n\n  b')],
  ['blank lines at its edges', '```\n\na\n\n```', code('a')],
  ['markup inside', '```\n*a* :smile: @**Iago** <b>\n> c\n```', code('*a* :smile: @**Iago** &lt;b&gt;\n&gt; c')],
  ['quotation marks inside', '```\n"it\'s"\n```', code('"it\'s"')],
  ['blanks at ends of lines', '```\na  \n\tb\t\n```', code('a\n\tb')],
  ['longer around shorter', '````\n```\na\n```\n````', code('```\na\n```')],
  ['tildes around backticks', '~~~\n```\na\n```\n~~~', code('```\na\n```')],
  ['a longer line does not close', '```\na\n````\n```', code('a\n````')],
  ['not closed', '```\na\nb', code('a\nb')],
  ['all on one line is a span', '```a b```', '<p><code>a b</code></p>'],
  ['tildes on one line are text', '~~~~a: b~~~~', '<p>~~~~a: b~~~~</p>'],
  ['two fences', '```\na\n```\n```\nb\n```', `${code('a')}\n${code('b')}`],
  ['after a list without a blank line', '* a\n```\nb\n```', `<ul>\n<li>a</li>\n</ul>\n${code('b')}`],
])

const indented = asCases('blocks, indented code', [
  ['four blanks', '    a', code('a')],
  ['more blanks', '      a\n    b', code('  a\nb')],
  ['a tab', '\ta', code('a')],
  ['after a paragraph', 'a\n\n    b\n    c', `<p>a</p>\n${code('b\nc')}`],
  ['a list that is code', 'a\n\n    1. b\n    2. c', `<p>a</p>\n${code('1. b\n2. c')}`],
  ['markup inside', '    *a* <b>', code('*a* &lt;b&gt;')],
])

export const conformanceBlocks: CaseGroup = {
  title: 'Conformance: blocks',
  cases: [...text, ...headings, ...rules, ...fences, ...indented],
}
