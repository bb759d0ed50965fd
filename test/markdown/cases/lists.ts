import type { CaseGroup } from './case.ts'

export const lists: CaseGroup = {
  title: 'Lists',
  about: 'Items begin with a bullet or a number; two or more spaces put an item into the one above.',
  cases: [
    {
      name: 'list: stars',
      source: '* a\n* b',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
      shown: true,
    },
    {
      name: 'list: dashes',
      source: '- a\n- b',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: plus signs',
      source: '+ a\n+ b',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: mixed bullets make one list',
      source: '* a\n- b\n+ c',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>',
      shown: true,
    },
    {
      name: 'list: directly after text',
      source: 'text\n* a\n* b',
      html: '<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: one item',
      source: '- a',
      html: '<ul>\n<li>a</li>\n</ul>',
    },
    {
      name: 'list: a bullet without a space',
      source: '*a\n-b',
      html: '<p>*a<br>\n-b</p>',
    },
    {
      name: 'list: a bullet alone',
      source: '-',
      html: '<p>-</p>',
    },
    {
      name: 'list: numbers',
      source: '1. a\n2. b',
      html: '<ol>\n<li>a</li>\n<li>b</li>\n</ol>',
      shown: true,
    },
    {
      name: 'list: numbers that begin later',
      source: '3. a\n4. b',
      html: '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>',
      shown: true,
    },
    {
      name: 'list: numbers that begin at nothing',
      source: '0. a',
      html: '<ol start="0">\n<li>a</li>\n</ol>',
    },
    {
      name: 'list: numbers count by position',
      source: '1. a\n1. b\n9. c',
      html: '<ol>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>',
      shown: true,
    },
    {
      name: 'list: numbers directly after text',
      source: 'text\n2. a',
      html: '<p>text</p>\n<ol start="2">\n<li>a</li>\n</ol>',
    },
    {
      name: 'list: a number with a parenthesis',
      source: '1) a',
      html: '<p>1) a</p>',
    },
    {
      name: 'list: a number without a space',
      source: '1.a 1.5',
      html: '<p>1.a 1.5</p>',
    },
    {
      name: 'list: a number of many digits',
      source: '1234567890. a',
      html: '<p>1234567890. a</p>',
    },
    {
      name: 'list: numbers and bullets do not mix',
      source: '1. a\n- b\n1. c',
      html: '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>',
    },
    {
      name: 'list: nested',
      source: '* a\n  * b\n    * c\n* d',
      html: '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
      shown: true,
    },
    {
      name: 'list: nested by three and by four spaces',
      source: '- a\n   - b\n- c\n    - d',
      html: '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>',
    },
    {
      name: 'list: nested by a tab',
      source: '- a\n\t- b',
      html: '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>',
    },
    {
      name: 'list: one space does not nest',
      source: '* a\n * b',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: bullets in numbers by two spaces',
      source: '1. a\n  - b\n2. c',
      html: '<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>',
    },
    {
      name: 'list: numbers in bullets',
      source: '- a\n  1. b\n  2. c',
      html: '<ul>\n<li>a<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n</ul>',
    },
    {
      name: 'list: under a number of two digits',
      source: '10. a\n  - b\n11. c',
      html: '<ol start="10">\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>',
    },
    {
      name: 'list: blank lines between items',
      source: '* a\n\n* b',
      html: '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>',
      shown: true,
    },
    {
      name: 'list: a blank line sets the items beside it apart',
      source: '* a\n* b\n\n* c\n* d',
      html: '<ul>\n<li>a</li>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'list: a paragraph in an item sets it apart from the next',
      source: '1. a\n2. b\n\n   c\n3. d\n4. e',
      html: '<ol>\n<li>a</li>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n<li>\n<p>d</p>\n</li>\n<li>e</li>\n</ol>',
    },
    {
      name: 'list: a blank line after an inner list',
      source: '* a\n  * b\n  * c\n\n* d',
      html: '<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>\n<p>d</p>\n</li>\n</ul>',
    },
    {
      name: 'list: a paragraph in an item',
      source: '* a\n\n  b\n* c',
      html: '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>',
    },
    {
      name: 'list: text after it',
      source: '* a\n\nb',
      html: '<ul>\n<li>a</li>\n</ul>\n<p>b</p>',
    },
    {
      name: 'list: a line without indentation goes on',
      source: '* a\nb\n* c',
      html: '<ul>\n<li>a<br>\nb</li>\n<li>c</li>\n</ul>',
    },
    {
      name: 'list: two lines in an item',
      source: '* a\n  b',
      html: '<ul>\n<li>a<br>\nb</li>\n</ul>',
    },
    {
      name: 'list: code in an item',
      source: '* a\n  ```\n  b\n    c\n  ```\n* d',
      html: '<ul>\n<li>a\n<div class="codehilite"><pre><span></span><code>b\n  c\n</code></pre></div>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'list: indented code in an item',
      source: '* a\n\n      b',
      html: '<ul>\n<li>\n<p>a</p>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>\n</li>\n</ul>',
    },
    {
      name: 'list: a quote in an item',
      source: '* a\n  > b\n* c',
      html: '<ul>\n<li>a\n<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n<li>c</li>\n</ul>',
    },
    {
      name: 'list: a heading in an item',
      source: '* # a',
      html: '<ul>\n<li>\n<h1>a</h1>\n</li>\n</ul>',
    },
    {
      name: 'list: a list in an item at once',
      source: '* * a\n  * b',
      html: '<ul>\n<li>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</li>\n</ul>',
    },
    {
      name: 'list: a heading ends it',
      source: '* a\n# b',
      html: '<ul>\n<li>a</li>\n</ul>\n<h1>b</h1>',
    },
    {
      name: 'list: a rule ends it',
      source: '* a\n***\n* b',
      html: '<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: markup in items',
      source: '* *a* **b**\n* `c`',
      html: '<ul>\n<li><em>a</em> <strong>b</strong></li>\n<li><code>c</code></li>\n</ul>',
    },
    {
      name: 'list: emphasis at the beginning of a line is no item',
      source: '*a* b\n**c** d',
      html: '<p><em>a</em> b<br>\n<strong>c</strong> d</p>',
    },
    {
      name: 'list: blanks after the bullet',
      source: '*    a\n*\tb',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: three spaces before it',
      source: '   * a\n   * b',
      html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'list: a deeper item after a shallower one',
      source: '* a\n    * b\n  * c\n* d',
      html: '<ul>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'list: a blank line in a nested list',
      source: '* a\n  * b\n\n  * c\n* d',
      html: '<ul>\n<li>a<ul>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'list: a table in an item',
      source: '* a\n\n  | x | y |\n  |---|---|\n  | 1 | 2 |',
      html: '<ul>\n<li>\n<p>a</p>\n<table>\n<thead>\n<tr>\n<th>x</th>\n<th>y</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n</li>\n</ul>',
    },
  ],
}
