import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

const shown = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, ins: `[+${text}]`, del: `[-${text}]` })[kind])
    .join('')

test.each([
  ['soup', 'soup', 'soup'],
  ['soup today', 'stew today', '[-soup][+stew] today'],
  ['a b c', 'a c', 'a [-b ]c'],
  ['', 'x', '[+x]'],
  [
    'window today? Thursday or Friday.',
    'window so I can plan it?',
    'window [-today? Thursday or Friday.][+so I can plan it?]',
  ],
  ['今天开会', '明天开会', '[-今天][+明天]开会'],
])('the change from %j to %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', 'soup', '!', '今天'), { maxLength: 30 })
  .map((all) => all.join(''))

test('both texts can be read from it', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after)
      const without = (gone: string) =>
        parts
          .filter(({ kind }) => kind !== gone)
          .map((part) => part.text)
          .join('')
      expect(without('ins')).toBe(before)
      expect(without('del')).toBe(after)
    }),
  )
})
