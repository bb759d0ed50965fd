import { expect, test } from 'vitest'
import { displayHtml } from './display-html.ts'

test.each([
  ['<p>plain</p>', '<p>plain</p>'],
  [
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>!</p>',
    '<p>\u{1F604}!</p>',
  ],
  [
    '<p><span class="katex"><span class="katex-mathml"><math>x</math></span><span class="katex-html" aria-hidden="true"><span>x</span></span></span> and</p>',
    '<p><span><span><math>x</math></span></span> and</p>',
  ],
  [
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>H</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>B</p>\n</div></div>',
    '<details><summary>\n<p>H</p>\n</summary>\n<p>B</p>\n</details>',
  ],
])('%s', (html, look) => expect(displayHtml(html)).toBe(look))
