import type { CaseGroup } from './case.ts'

export const spoilers: CaseGroup = {
  title: 'Spoilers',
  about: 'A text that is shown on request, under a header.',
  cases: [
    {
      name: 'spoiler: with a header',
      source: '```spoiler Header\nBody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>Header</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
      shown: true,
    },
    {
      name: 'spoiler: without a header',
      source: '```spoiler\nBody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
      shown: true,
    },
    {
      name: 'spoiler: markup in its header, by tildes',
      source: '~~~spoiler *a* `b` [c](http://example.org)\nBody\n~~~',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p><em>a</em> <code>b</code> <a href="http://example.org">c</a></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
    },
    {
      name: 'spoiler: an emoji in its header',
      source: '```spoiler :smile: b\nBody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> b</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
    },
    {
      name: 'spoiler: a heading in its header',
      source: '```spoiler # a\nBody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<h1>a</h1>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
    },
    {
      name: 'spoiler: a list in its header',
      source: '* ```spoiler 2. a\n  Body\n  ```',
      html: '<ul>\n<li>\n<div class="spoiler-block"><div class="spoiler-header">\n<ol start="2">\n<li>a</li>\n</ol>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>\n</li>\n</ul>',
    },
    {
      name: 'spoiler: HTML in its header',
      source: '```spoiler <b>\nBody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>&lt;b&gt;</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Body</p>\n</div></div>',
    },
    {
      name: 'spoiler: several blocks',
      source: '```spoiler H\na\n\n* b\n* c\n\n> d\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n<blockquote>\n<p>d</p>\n</blockquote>\n</div></div>',
    },
    {
      name: 'spoiler: nothing in it',
      source: '```spoiler H\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n</div></div>',
    },
    {
      name: 'spoiler: neither header nor content',
      source: '```spoiler\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n</div></div>',
    },
    {
      name: 'spoiler: not closed',
      source: '```spoiler H\na',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>',
    },
    {
      name: 'spoiler: code in it',
      source: '```spoiler H\n```js\nlet a\n```\nb\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">let</span> a\n</code></pre></div>\n<p>b</p>\n</div></div>',
    },
    {
      name: 'spoiler: nested',
      source: '```spoiler A\na\n```spoiler B\nb\n```\nc\n```\nd',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>A</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>B</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n</div></div>\n<p>c</p>\n</div></div>\n<p>d</p>',
    },
    {
      name: 'spoiler: nested by longer fences',
      source: '`````spoiler A\n````spoiler B\n```\ncode\n```\n````\n`````',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>A</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="spoiler-block"><div class="spoiler-header">\n<p>B</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>\n</div></div>\n</div></div>',
    },
    {
      name: 'spoiler: in a quote',
      source: '> ```spoiler H\n> a\n> ```',
      html: '<blockquote>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>\n</blockquote>',
    },
    {
      name: 'spoiler: a quote in it',
      source: '```spoiler H\n```quote\na\n```\nb\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</div></div>',
    },
    {
      name: 'spoiler: in an item',
      source: '* ```spoiler H\n  a\n  ```\n* b',
      html: '<ul>\n<li>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>\n</li>\n<li>b</li>\n</ul>',
    },
    {
      name: 'spoiler: large letters',
      source: '```Spoiler H\na\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>',
    },
    {
      name: 'spoiler: between paragraphs',
      source: 'a\n```spoiler H\nb\n```\nc',
      html: '<p>a</p>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n</div></div>\n<p>c</p>',
    },
    {
      name: 'spoiler: a formula in it',
      source: '```spoiler H\n```math\n\\bad\n```\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p><span class="tex-error">\\bad</span></p>\n</div></div>',
    },
  ],
}
