import { expect, test } from 'vitest'
import { plainStart } from './plain-start.ts'

test.each([
  [
    '<p>staging is on <code>rc2</code>. Done by <strong>Ann</strong>, today</p>',
    'staging is on rc2. Done by Ann, today',
  ],
  ['<p>un<em>believ</em>able</p>', 'unbelievable'],
  ['<p>one<br>\ntwo</p>\n<p>three</p><ul>\n<li>four</li><li>five</li>\n</ul>', 'one two three four five'],
  ['<p>a &lt;b&gt; &amp;amp; c</p>', 'a <b> &amp; c'],
])('%s begins with plain words', (html, words) => {
  expect(plainStart(html)).toBe(words)
})
