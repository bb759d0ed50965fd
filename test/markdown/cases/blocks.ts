import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

export const blocks: CaseGroup = {
  title: 'Paragraphs, headings and rules',
  about: 'A new line in the source is a new line in the message; a blank line begins a new paragraph.',
  cases: [
    {
      name: 'paragraph: plain text',
      source: 'hello',
      html: '<p>hello</p>',
      shown: true,
    },
    {
      name: 'paragraph: a new line',
      source: 'one\ntwo',
      html: '<p>one<br>\ntwo</p>',
      shown: true,
    },
    {
      name: 'paragraph: blank lines',
      source: 'one\n\n\ntwo',
      html: '<p>one</p>\n<p>two</p>',
      shown: true,
    },
    {
      name: 'paragraph: a line of blanks divides',
      source: 'one\n   \ntwo',
      html: '<p>one</p>\n<p>two</p>',
    },
    {
      name: 'paragraph: blanks around a new line',
      source: 'one  \t\n  two',
      html: '<p>one<br>\ntwo</p>',
    },
    {
      name: 'paragraph: carriage returns',
      source: 'one\r\ntwo\rthree',
      html: '<p>one<br>\ntwo<br>\nthree</p>',
    },
    {
      name: 'paragraph: blanks at its end',
      source: 'one   \n\n\n',
      html: '<p>one</p>',
    },
    {
      name: 'paragraph: new lines at its beginning',
      source: '\n\n\none',
      html: '<p>one</p>',
    },
    {
      name: 'paragraph: up to three spaces before it',
      source: '   one',
      html: '<p>one</p>',
    },
    {
      name: 'paragraph: nothing',
      source: '',
      html: '',
    },
    {
      name: 'paragraph: nothing but blanks',
      source: ' \n\t\n ',
      html: '',
    },
    {
      name: 'paragraph: HTML is text',
      source: '<b>bold</b> & "more" <!-- no -->',
      html: '<p>&lt;b&gt;bold&lt;/b&gt; &amp; "more" &lt;!-- no --&gt;</p>',
      shown: true,
    },
    {
      name: 'paragraph: the names and numbers of characters in HTML',
      source: '&amp; &lt;b&gt; &copy; &#8594; &#x2192; &AMP;',
      html: '<p>&amp; &lt;b&gt; © → → &amp;</p>',
      shown: true,
    },
    {
      name: 'paragraph: a character by its name is no markup',
      source: '&#42;a&#42; &#64;**all** &#58;smile: &#96;b&#96; &#91;c](https://example.com)',
      html: '<p>*a* @<strong>all</strong> :smile: `b` [c](<a href="https://example.com">https://example.com</a>)</p>',
      says: { links: ['https://example.com'] },
    },
    {
      name: 'paragraph: what looks like the name of a character',
      source: '&none; &notes; &amp &#0; &#13; &#xD800; &#99999999; & ; &;',
      html: '<p>&amp;none; &amp;notes; &amp;amp &amp;#0; &amp;#13; &amp;#xD800; &amp;#99999999; &amp; ; &amp;;</p>',
    },
    {
      name: 'paragraph: the name of a name',
      source: '&amp;amp; &amp;lt;',
      html: '<p>&amp;amp; &amp;lt;</p>',
    },
    {
      name: 'paragraph: names of characters in code',
      source: '`&amp;` $$&amp;$$\n\n    &lt;',
      html: '<p><code>&amp;amp;</code> <span class="tex-error">$$&amp;amp;$$</span></p>\n<div class="codehilite"><pre><span></span><code>&amp;lt;\n</code></pre></div>',
    },
    {
      name: 'paragraph: backslashes are text',
      source: '\\*a\\* \\# \\\\',
      html: '<p>\\<em>a\\</em> \\# \\\\</p>',
    },
    {
      name: 'paragraph: a space that does not break',
      source: 'a\u00a0b',
      html: '<p>a&nbsp;b</p>',
    },
    {
      name: 'paragraph: invisible characters stay',
      source: 'a\u200bb \u202eabc\u202c',
      html: '<p>a\u200bb \u202eabc\u202c</p>',
    },
    {
      name: 'paragraph: half a character',
      source: 'a\ud800b',
      html: '<p>a�b</p>',
    },
    {
      name: 'heading: the first level',
      source: '# Title',
      html: '<h1>Title</h1>',
      shown: true,
    },
    {
      name: 'heading: every level',
      source: '# a\n## b\n### c\n#### d\n##### e\n###### f',
      html: '<h1>a</h1>\n<h2>b</h2>\n<h3>c</h3>\n<h4>d</h4>\n<h5>e</h5>\n<h6>f</h6>',
      shown: true,
    },
    {
      name: 'heading: seven hashes are text',
      source: '####### no',
      html: '<p>####### no</p>',
    },
    {
      name: 'heading: without a space',
      source: '#no',
      html: '<p>#no</p>',
    },
    {
      name: 'heading: hashes alone',
      source: '#\n\n## ',
      html: '<p>#</p>\n<p>##</p>',
    },
    {
      name: 'heading: hashes at its end',
      source: '## a ##\n# b#',
      html: '<h2>a</h2>\n<h1>b</h1>',
    },
    {
      name: 'heading: nothing but hashes',
      source: '# ##',
      html: '<p># ##</p>',
    },
    {
      name: 'heading: markup in it',
      source: '# a *b* `c`',
      html: '<h1>a <em>b</em> <code>c</code></h1>',
    },
    {
      name: 'heading: ends the paragraph before it',
      source: 'text\n# a\nmore',
      html: '<p>text</p>\n<h1>a</h1>\n<p>more</p>',
    },
    {
      name: 'heading: three spaces before it',
      source: '   # a',
      html: '<h1>a</h1>',
    },
    {
      name: 'heading: four spaces make code of it',
      source: '    # a',
      html: '<div class="codehilite"><pre><span></span><code># a\n</code></pre></div>',
    },
    {
      name: 'heading: blanks after the hashes',
      source: '#\t a  ',
      html: '<h1>a</h1>',
    },
    {
      name: 'heading: underlines are rules, or text',
      source: 'a\n===\nb\n---',
      html: '<p>a<br>\n===<br>\nb</p>\n<hr>',
    },
    {
      name: 'rule: dashes',
      source: '---',
      html: '<hr>',
      shown: true,
    },
    {
      name: 'rule: stars and underscores',
      source: '***\n___',
      html: '<hr>\n<hr>',
    },
    {
      name: 'rule: blanks between',
      source: '- - -\n* * *',
      html: '<hr>\n<hr>',
    },
    {
      name: 'rule: many dashes',
      source: '----------',
      html: '<hr>',
    },
    {
      name: 'rule: two are text',
      source: '--',
      html: '<p>--</p>',
    },
    {
      name: 'rule: mixed are text',
      source: '-*-',
      html: '<p>-*-</p>',
    },
    {
      name: 'rule: between paragraphs',
      source: 'a\n\n---\n\nb',
      html: '<p>a</p>\n<hr>\n<p>b</p>',
    },
    {
      name: 'rule: ends a paragraph',
      source: 'a\n***\nb',
      html: '<p>a</p>\n<hr>\n<p>b</p>',
    },
    {
      name: 'rule: with a word',
      source: '--- a',
      html: '<p>--- a</p>',
    },
    {
      name: 'code block: four spaces',
      source: '    a\n    b',
      html: '<div class="codehilite"><pre><span></span><code>a\nb\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'code block: a tab',
      source: '\ta',
      html: '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>',
    },
    {
      name: 'code block: deeper lines',
      source: '    a\n      b\n\n    c',
      html: '<div class="codehilite"><pre><span></span><code>a\n  b\n\nc\n</code></pre></div>',
    },
    {
      name: 'code block: not within a paragraph',
      source: 'a\n    b',
      html: '<p>a<br>\nb</p>',
    },
    {
      name: 'code block: markup is text',
      source: '    *a* <b> :smile:',
      html: '<div class="codehilite"><pre><span></span><code>*a* &lt;b&gt; :smile:\n</code></pre></div>',
    },
    {
      name: 'code block: blanks at the ends of lines',
      source: '    a  \t\n    b   \nc',
      html: '<div class="codehilite"><pre><span></span><code>a\nb\n</code></pre></div>\n<p>c</p>',
    },
    {
      name: 'code block: the default language is not for it',
      source: '    let a',
      html: '<div class="codehilite"><pre><span></span><code>let a\n</code></pre></div>',
      world: { settings: { ...world.settings, defaultCodeLanguage: 'javascript' } },
    },
  ],
}
