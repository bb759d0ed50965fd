import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

export const quotes: CaseGroup = {
  title: 'Quotes',
  about: 'Lines after `>`, or a fence with the word `quote`.',
  cases: [
    {
      name: 'quote: one line',
      source: '> a',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
      shown: true,
    },
    {
      name: 'quote: two lines',
      source: '> a\n> b',
      html: '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>',
    },
    {
      name: 'quote: without a space',
      source: '>a',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
    },
    {
      name: 'quote: goes on until a blank line',
      source: '> a\nb\n\nc',
      html: '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>',
    },
    {
      name: 'quote: two paragraphs',
      source: '> a\n>\n> b',
      html: '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: a blank line divides quotes',
      source: '> a\n\n> b',
      html: '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: directly after text',
      source: 'a\n> b',
      html: '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: nested',
      source: '> > a\n> b',
      html: '<blockquote>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</blockquote>',
      shown: true,
    },
    {
      name: 'quote: nested and left',
      source: '> > a\n>\n> b',
      html: '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: a sign alone is text',
      source: '>',
      html: '<p>&gt;</p>',
    },
    {
      name: 'quote: a sign alone before one',
      source: '>\n> a',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
    },
    {
      name: 'quote: a nested sign alone',
      source: '> >',
      html: '<blockquote>\n<p>&gt;</p>\n</blockquote>',
    },
    {
      name: 'quote: a list in it',
      source: '> * a\n> * b',
      html: '<blockquote>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</blockquote>',
    },
    {
      name: 'quote: a heading in it',
      source: '> # a\n> b',
      html: '<blockquote>\n<h1>a</h1>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: a heading ends it',
      source: '> a\n# b',
      html: '<blockquote>\n<p>a</p>\n</blockquote>\n<h1>b</h1>',
    },
    {
      name: 'quote: a list ends it',
      source: '> a\n* b',
      html: '<blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li>b</li>\n</ul>',
    },
    {
      name: 'quote: a fence ends it',
      source: '> a\n```\nb\n```',
      html: '<blockquote>\n<p>a</p>\n</blockquote>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>',
    },
    {
      name: 'quote: a rule in it',
      source: '> a\n> ---\n> b',
      html: '<blockquote>\n<p>a</p>\n<hr>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: code in it',
      source: '> ```\n> a\n>   b\n> ```\n> c',
      html: '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n  b\n</code></pre></div>\n<p>c</p>\n</blockquote>',
    },
    {
      name: 'quote: code in it that is not closed',
      source: '> ```\n> a\nb',
      html: '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>\n<p>b</p>',
    },
    {
      name: 'quote: indented code in it',
      source: '>     a',
      html: '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>',
    },
    {
      name: 'quote: a table in it',
      source: '> | a | b |\n> |---|---|\n> | 1 | 2 |',
      html: '<blockquote>\n<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n</blockquote>',
    },
    {
      name: 'quote: markup in it',
      source: '> *a* `b`',
      html: '<blockquote>\n<p><em>a</em> <code>b</code></p>\n</blockquote>',
    },
    {
      name: 'quote: three spaces before it',
      source: '   > a',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
    },
    {
      name: 'quote: by a fence',
      source: '```quote\na\n```',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
      shown: true,
    },
    {
      name: 'quote: by a fence, the other word',
      source: '```quoted\na\n\nb\n```',
      html: '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: by a fence of tildes',
      source: '~~~ quote\na\n~~~\nb',
      html: '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>',
    },
    {
      name: 'quote: by a fence that is not closed',
      source: '```quote\na\n\nb',
      html: '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: by a fence with nothing in it',
      source: '```quote\n```',
      html: '<blockquote></blockquote>',
    },
    {
      name: 'quote: by a fence with code in it',
      source: '```quote\na\n```js\nb\n```\nc\n```\nd',
      html: '<blockquote>\n<p>a</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>b\n</code></pre></div>\n<p>c</p>\n</blockquote>\n<p>d</p>',
    },
    {
      name: 'quote: by a fence in a fence',
      source: '````quote\na\n```quote\nb\n```\nc\n````',
      html: '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>',
    },
    {
      name: 'quote: fences that look alike',
      source: '```quote\na\n```quote\nb\n```\nc\n```\nd',
      html: '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>\n<p>d</p>',
    },
    {
      name: 'quote: lines in a fence',
      source: '```quote\n> a\n\nb\n```',
      html: '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: a list in a fence',
      source: '```quote\n* a\n  * b\n```',
      html: '<blockquote>\n<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n</blockquote>',
    },
    {
      name: 'quote: by a fence with large letters',
      source: '```Quote\na\n```',
      html: '<blockquote>\n<p>a</p>\n</blockquote>',
    },
    {
      name: 'quote: a fence in lines',
      source: '> ```quote\n> a\n> ```\n> b',
      html: '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    },
    {
      name: 'quote: deeper than the limit',
      source: '> > > > a',
      html: '<blockquote>\n<blockquote>\n<p>&gt; &gt; a</p>\n</blockquote>\n</blockquote>',
      world: { limits: { ...world.limits, nesting: 2 } },
    },
    {
      name: 'quote: a fence deeper than the limit',
      source: '> ```quote\n> a\n> ```',
      html: '<blockquote>\n<div class="codehilite" data-code-language="quote"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>',
      world: { limits: { ...world.limits, nesting: 1 } },
    },
    {
      name: 'quote: a list deeper than the limit',
      source: '> * a\n>   * b',
      html: '<blockquote>\n<ul>\n<li>a<br>\n* b</li>\n</ul>\n</blockquote>',
      world: { limits: { ...world.limits, nesting: 2 } },
    },
  ],
}
