import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

test.each([
  ['changes in different places', 'from two to three', 'from one to three', 'from two to four', 'from one to four'],
  ['the same change twice', 'soup today', 'stew today', 'stew today', 'stew today'],
  ['the same words in two ways', 'soup today', 'stew today', 'cake today', 'stew cake today'],
  ['one deletes what the other adds to', 'a b', 'a', 'a b c', 'a b c'],
  ['both add at the end', 'a', 'a b', 'a c', 'a b c'],
])('%s', (_, base, theirs, mine, merged) => {
  expect(mergeTexts(base, theirs, mine)).toBe(merged)
})

const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'soup', '!'), { maxLength: 20 }).map((all) => all.join(''))

test('without a change on one side, the other text is the result', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(mergeTexts(base, changed, base)).toBe(changed)
      expect(mergeTexts(base, base, changed)).toBe(changed)
      expect(mergeTexts(base, changed, changed)).toBe(changed)
    }),
  )
})
