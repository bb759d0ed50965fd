import type { CaseGroup } from './case.ts'

export const awkwardBlocks: CaseGroup = {
  title: 'Blocks in one another',
  cases: [
    {
      name: 'awkward: a fence in a quote in a list',
      source: '* a\n  > b\n  > ```js\n  > let c\n  > ```\n* d',
      html: '<ul>\n<li>a\n<blockquote>\n<p>b</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">let</span> c\n</code></pre></div>\n</blockquote>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'awkward: a list in a quote in a list',
      source: '* a\n  > * b\n  >   * c\n* d',
      html: '<ul>\n<li>a\n<blockquote>\n<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</blockquote>\n</li>\n<li>d</li>\n</ul>',
    },
    {
      name: 'awkward: a spoiler in a quote in a spoiler',
      source: '````spoiler A\n```quote\n~~~spoiler B\nc\n~~~\n```\n````',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>A</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<blockquote>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>B</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>c</p>\n</div></div>\n</blockquote>\n</div></div>',
    },
    {
      name: 'awkward: a quote in a list in a quote',
      source: '> * > a\n> * b',
      html: '<blockquote>\n<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>\n</blockquote>',
    },
    {
      name: 'awkward: a fence that its list does not close',
      source: '1. ```\n   a\n2. b',
      html: '<ol>\n<li>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</li>\n<li>b</li>\n</ol>',
    },
    {
      name: 'awkward: a fence that its quote does not close',
      source: '> ```\n> a\n\nb',
      html: '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>\n<p>b</p>',
    },
    {
      name: 'awkward: a closing line before an opening one',
      source: 'a\n```\nb',
      html: '<p>a</p>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>',
    },
    {
      name: 'awkward: a heading in a list in a quote',
      source: '> * # a\n>   b',
      html: '<blockquote>\n<ul>\n<li>\n<h1>a</h1>\nb</li>\n</ul>\n</blockquote>',
    },
    {
      name: 'awkward: an ordered list in a spoiler',
      source: '```spoiler\n1. a\n2. b\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n</div></div>',
    },
    {
      name: 'awkward: a table in a quote in a list',
      source: '* > | a |\n  > |---|\n  > | 1 |',
      html: '<ul>\n<li>\n<blockquote>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n</blockquote>\n</li>\n</ul>',
    },
    {
      name: 'awkward: a table in a spoiler',
      source: '```spoiler\n| a |\n|---|\n| 1 |\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n</div></div>',
    },
    {
      name: 'awkward: a rule or a list',
      source: '* a\n* * *\n* b',
      html: '<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>',
    },
    {
      name: 'awkward: emphasis or a list',
      source: '* *a*\n* **b**\n*c*',
      html: '<ul>\n<li><em>a</em></li>\n<li><strong>b</strong><br>\n<em>c</em></li>\n</ul>',
    },
    {
      name: 'awkward: a mention in a heading',
      source: '# @**Iago**',
      html: '<h1><span class="user-mention" data-user-id="10">@Iago</span></h1>',
    },
    {
      name: 'awkward: a link in a table in a quote',
      source: '> | a |\n> |---|\n> | [b](http://example.org) |',
      html: '<blockquote>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a href="http://example.org">b</a></td>\n</tr>\n</tbody>\n</table>\n</blockquote>',
    },
    {
      name: 'awkward: code that looks like a fence',
      source: '`` ``` ``',
      html: '<p><code> ``` </code></p>',
    },
    {
      name: 'awkward: a quote that goes on in a fence',
      source: '```quote\n> a\nb\n```\nc',
      html: '<blockquote>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</blockquote>\n<p>c</p>',
    },
    {
      name: 'awkward: a list that goes on in a fence',
      source: '```quote\n* a\nb\n```\nc',
      html: '<blockquote>\n<ul>\n<li>a<br>\nb</li>\n</ul>\n</blockquote>\n<p>c</p>',
    },
    {
      name: 'awkward: indented code after a list',
      source: '* a\n\ntext\n\n    b',
      html: '<ul>\n<li>a</li>\n</ul>\n<p>text</p>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>',
    },
    {
      name: 'awkward: backticks over a list',
      source: '`a\n* b`',
      html: '<p>`a</p>\n<ul>\n<li>b`</li>\n</ul>',
    },
    {
      name: 'awkward: emphasis over a link',
      source: '*a [b*](http://example.org)',
      html: '<p><em>a [b</em>](<a href="http://example.org">http://example.org</a>)</p>',
    },
    {
      name: 'awkward: a link over emphasis',
      source: '**[a**](http://example.org)',
      html: '<p><strong>[a</strong>](<a href="http://example.org">http://example.org</a>)</p>',
    },
    {
      name: 'awkward: a formula in a link',
      source: '[$$\\bad$$](http://example.org)',
      html: '<p><a href="http://example.org"><span class="tex-error">$$\\bad$$</span></a></p>',
    },
    {
      name: 'awkward: a time in a link',
      source: '[<time:2017-06-05>](http://example.org)',
      html: '<p><a href="http://example.org"><time datetime="2017-06-05T00:00:00Z">2017-06-05</time></a></p>',
    },
    {
      name: 'awkward: right to left blocks',
      source: '> שלום\n\n* עולם\n\n# כותרת',
      html: '<blockquote>\n<p>שלום</p>\n</blockquote>\n<ul>\n<li>עולם</li>\n</ul>\n<h1>כותרת</h1>',
    },
    {
      name: 'awkward: a quote with blanks for letters',
      source: '> \u00a0',
      html: '<p>&gt;</p>',
    },
    {
      name: 'awkward: a tab after the sign of a quote',
      source: '>\ta',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
    },
    {
      name: 'awkward: every bullet alone',
      source: '*\n-\n+\n1.',
      html: '<p>*<br>\n-<br>\n+<br>\n1.</p>',
    },
    {
      name: 'awkward: a fence in a table',
      source: '| a |\n|---|\n```\nb\n```',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody></tbody>\n</table>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>',
    },
    {
      name: 'awkward: plain text of blocks',
      source: '# a\n\n* *b*\n  * `c`\n\n> d\n\n| e | f |\n|---|---|\n| g | h |',
      html: '<h1>a</h1>\n<ul>\n<li><em>b</em><ul>\n<li><code>c</code></li>\n</ul>\n</li>\n</ul>\n<blockquote>\n<p>d</p>\n</blockquote>\n<table>\n<thead>\n<tr>\n<th>e</th>\n<th>f</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>g</td>\n<td>h</td>\n</tr>\n</tbody>\n</table>',
      says: { text: 'a\nb\nc\nd\ne f\ng h' },
    },
  ],
}
