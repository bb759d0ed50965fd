import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlDiff } from './html-diff.ts'

const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`
const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`

test.each([
  ['soup', 'soup', '<div><p>soup</p></div>'],
  ['soup today', 'stew today', `<div><p>${deleted('soup')}${inserted('stew')} today</p></div>`],
  ['a b c', 'a c', `<div><p>a ${deleted('b ')}c</p></div>`],
  ['', 'x', `<div><p>${inserted('x')}</p></div>`],
  ['<b>', '<i> & "x"', `<div><p>&lt;${deleted('b')}${inserted('i')}&gt;${inserted(' &amp; &quot;x&quot;')}</p></div>`],
  ['a\nb', 'a\nc', `<div><p>a<br>${deleted('b')}${inserted('c')}</p></div>`],
])('the change from %j to %j', (before, after, html) => {
  expect(htmlDiff(before, after)).toBe(html)
})

const textWithout = (html: string, kind: string): string =>
  html
    .replace(new RegExp(`<span class="highlight_text_${kind}">.*?</span>`, 'g'), '')
    .replace(/<\/?(span|div|p)[^>]*>/g, '')
    .replaceAll('<br>', '\n')

test('both texts can be read from it', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'soup', '!'), { maxLength: 20 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const html = htmlDiff(before, after)
      expect(textWithout(html, 'inserted')).toBe(before)
      expect(textWithout(html, 'deleted')).toBe(after)
    }),
  )
})

test('texts that are too different are replaced as a whole', () => {
  const [before, after] = ['a '.repeat(500), 'b '.repeat(499)]
  expect(htmlDiff(before, after)).toBe(
    `<div><p>${deleted(before.slice(0, -1))}${inserted(after.slice(0, -1))} </p></div>`,
  )
})
