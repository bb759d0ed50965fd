import type { CaseGroup } from './case.ts'

export const tables: CaseGroup = {
  title: 'Tables',
  about: 'Columns between pipes, under a row of dashes.',
  cases: [
    {
      name: 'table: two columns',
      source: '| a | b |\n|---|---|\n| 1 | 2 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
      shown: true,
    },
    {
      name: 'table: alignment',
      source: '| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |',
      html: '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th style="text-align: right;">c</th>\n<th>d</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;">3</td>\n<td>4</td>\n</tr>\n</tbody>\n</table>',
      shown: true,
    },
    {
      name: 'table: without outer pipes',
      source: 'a | b\n--|--\n1 | 2',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: no rows',
      source: '| a | b |\n|---|---|',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody></tbody>\n</table>',
    },
    {
      name: 'table: missing cells',
      source: '| a | b |\n|---|---|\n| 1 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: cells too many',
      source: '| a | b |\n|---|---|\n| 1 | 2 | 3 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: empty cells',
      source: '| a | b |\n|---|---|\n|  | 2 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: one column',
      source: '| a |\n|---|\n| 1 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: markup in cells',
      source: '| *a* | `b` |\n|---|---|\n| [c](http://example.org) | **d** |',
      html: '<table>\n<thead>\n<tr>\n<th><em>a</em></th>\n<th><code>b</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a href="http://example.org">c</a></td>\n<td><strong>d</strong></td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: a pipe in code',
      source: '| a |\n|---|\n| `x|y` |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: a pipe after a backslash',
      source: '| a |\n|---|\n| x \\| y |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>x | y</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: HTML in cells',
      source: '| <b> |\n|---|\n| & |',
      html: '<table>\n<thead>\n<tr>\n<th>&lt;b&gt;</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>&amp;</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: text before it',
      source: 'text\n| a | b |\n|---|---|\n| 1 | 2 |',
      html: '<p>text</p>\n<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: text after it',
      source: '| a | b |\n|---|---|\n| 1 | 2 |\ntext',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n<p>text</p>',
    },
    {
      name: 'table: a blank line ends it',
      source: '| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n<p>| 3 | 4 |</p>',
    },
    {
      name: 'table: other numbers of columns are text',
      source: '| a | b |\n|---|',
      html: '<p>| a | b |<br>\n|---|</p>',
    },
    {
      name: 'table: no dashes is text',
      source: '| a | b |\n| 1 | 2 |',
      html: '<p>| a | b |<br>\n| 1 | 2 |</p>',
    },
    {
      name: 'table: blanks around dashes',
      source: '| a | b |\n| --- | :---: |\n| 1 | 2 |',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: rows without outer pipes',
      source: '| a | b |\n|---|---|\n1 | 2',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'table: in an item',
      source: '* | a |\n  |---|\n  | 1 |',
      html: '<ul>\n<li>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n</li>\n</ul>',
    },
  ],
}
