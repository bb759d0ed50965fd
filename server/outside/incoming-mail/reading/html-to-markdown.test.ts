import { describe, expect, test } from 'vitest'
import { markdownOfHtml } from './html-to-markdown.ts'

const whole = (html: string) => markdownOfHtml(html, { quotes: true })
const answer = (html: string) => markdownOfHtml(html, { quotes: false })

describe('HTML becomes Markdown', () => {
  test.each([
    ['paragraphs and lines', '<p>a\n  b</p><p>c<br>d</p><div>e</div><div>f</div>', 'a b\n\nc\nd\n\ne\nf'],
    ['empty lines', '<div>a</div><div><br></div><div><br></div><div>b</div>', 'a\n\nb'],
    ['entities', '<p>caf&eacute; &amp; &#x1F372;&nbsp;&lt;b&gt;</p>', 'café & 🍲 <b>'],
    ['marks', 'a <b>bold</b>, <i> slanted </i> and <strong><em>both</em></strong>', 'a **bold**, *slanted* and *both*'],
    ['marks over several lines', '<b>a<br>b</b>', 'a\n**b**'],
    ['headings', '<h1>Title</h1>text', '**Title**\n\ntext'],
    ['links', '<a href="https://x.example/a?b=1">the <b>page</b></a>', '[the page](https://x.example/a?b=1)'],
    ['bare links', '<a href="https://x.example/">https://x.example</a>', 'https://x.example/'],
    ['links that lead nowhere', '<a href="javascript:x">a</a> <a>b</a> <a href="https://x.example"></a>', 'a b'],
    ['lists', '<ul><li>a</li><li><p>b</p></li><li>c<ol><li>d<li>e</ol></ul>f', '* a\n* b\n* c\n  1. d\n  2. e\n\nf'],
    ['quotes', 'a<blockquote>b<blockquote>c</blockquote></blockquote>d', 'a\n\n> b\n\n> > c\n\nd'],
    ['code', '<pre>if\n  x &lt; 1</pre>after', '```\nif\n  x < 1\n```\n\nafter'],
    ['code without an end', '<pre>x', '```\nx\n```'],
    ['tables', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a b\n1 2'],
    ['a line', 'a<hr>b', 'a\n\n---\n\nb'],
    ['alternative texts', '<img src="https://x.example/l.png" alt="Logo"><img src="cid:1" alt="image1.png">', 'Logo'],
    [
      'nothing hidden',
      '<title>t</title><style>s</style><div style="display: none">p</div>a<script><b>x</b></script>',
      'a',
    ],
  ])('%s', (_, html, markdown) => {
    expect(whole(html)).toBe(markdown)
  })

  test('without what mail programs quote', () => {
    const gmail =
      '<p>yes</p><div class="gmail_quote"><div>On Monday wrote:</div><blockquote>old</blockquote></div><p>-</p>'
    expect(answer(gmail)).toBe('yes\n\n-')
    expect(whole(gmail)).toContain('> old')
    expect(answer('<div class="moz-cite-prefix">On … wrote:</div><blockquote type="cite">old</blockquote>new')).toBe(
      'new',
    )
    expect(answer('<p>yes</p><div id="divRplyFwdMsg">From: Ann</div><div>old</div>')).toBe('yes')
    expect(answer('<p>yes</p><blockquote>a saying</blockquote>')).toContain('> a saying')
  })

  test.each([
    ['nested elements', '<div>'.repeat(300_000)],
    ['open marks', '<b>x'.repeat(300_000)],
    [
      'formats that differ',
      `${Array.from({ length: 40_000 }, (_, n) => `<font color=${n}>`).join('')}${'<p>x'.repeat(40_000)}`,
    ],
    ['nested quotes', '<blockquote>x'.repeat(100_000)],
    ['nested lists', '<ul><li>x'.repeat(100_000)],
    ['signs', '<&'.repeat(1_000_000)],
    ['attributes', `<a ${'x=1 '.repeat(300_000)}>`],
    ['links', '<a href="https://x.example">x'.repeat(60_000)],
  ])('in bounded time and length: %s', (_, html) => {
    expect(whole(html).length).toBeLessThanOrEqual(100_000)
  })
})
