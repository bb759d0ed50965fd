import { expect, test } from 'vitest'
import { firstWords } from './first-words.ts'

test.each([
  ['<p>Hello <strong>all</strong>, 1 &lt; 2 &amp;amp;</p>', 'Hello all, 1 < 2 &amp;'],
  ['<p>One</p>\n<p>two<br>\nthree</p><ul><li>four</li></ul>', 'One two three four'],
  ['<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> yes</p>', '🎉 yes'],
  ['<p><img alt=":parrot:" class="emoji" src="/x" title="parrot"> yes</p>', ':parrot: yes'],
  [
    '<div class="spoiler-block"><div class="spoiler-header"><p>End</p></div><div class="spoiler-content" aria-hidden="true"><p>he <b>dies</b></p></div></div><p>after</p>',
    'End after',
  ],
  [
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x<svg><path d="M0"/></svg>2</span></span></span> is it</p>',
    'x^2 is it',
  ],
  ['<p>cut <a href="https://exa', 'cut'],
  ['<p>cut &am', 'cut'],
  ['', ''],
  [`<p>${'👍'.repeat(130)}</p>`, `${'👍'.repeat(119)}…`],
  [`<p>${'ab '.repeat(100)}</p>`, `${'ab '.repeat(39)}ab…`],
])('of %s', (html, words) => {
  expect(firstWords(html)).toBe(words)
})
