import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAlertWordFinder } from './alert-words.ts'

const found = (words: string[], text: string): string[] => [...makeAlertWordFinder(words).find(text)].sort()

describe('alert words', () => {
  it.each([
    ['a word', ['lunch'], 'Lunch is ready', ['lunch']],
    ['no part of a word', ['art'], 'start party art2', []],
    ['several, each once', ['one', 'two'], 'two one two', ['one', 'two']],
    ['words of several parts', ['coffee break'], 'a coffee\nbreak!', ['coffee break']],
    ['a word that ends another', ['break', 'coffee break'], 'coffee break', ['break', 'coffee break']],
    ['a word inside another', ['b', 'a b c'], 'a b c', ['a b c', 'b']],
    ['as they were given', ['LUNCH'], 'lunch', ['LUNCH']],
    ['two that differ in case', ['Lunch', 'lunch'], 'LUNCH', ['Lunch', 'lunch']],
    ['punctuation', ['c++', '#urgent'], 'C++, #urgent', ['#urgent', 'c++']],
    ['letters of any script', ['日本', 'müde'], 'MÜDE 日本語', ['müde']],
    ['letters beyond the first plane', ['𝒳'], '𝒳 𝒳𝒳', ['𝒳']],
    ['no letter beyond the first plane beside', ['x'], '𝒳x x𝒳', []],
    ['a final sigma', ['ΟΔΟΣ'], 'οδος', ['ΟΔΟΣ']],
    ['nothing for an empty word', ['', ' '], 'text', []],
  ])('finds %s', (_name, words, text, expected) => {
    expect(found(words, text)).toEqual(expected.sort())
  })

  it('finds the same as a search for each word', () => {
    const piece = fc.constantFrom('a', 'b', 'A', ' ', '.', '日', '𝒳', '1')
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), text, (words, sample) => {
        const expected = [...new Set(words)].filter((one) => isIn(one, sample))
        expect(found(words, sample)).toEqual(expected.sort())
      }),
      { numRuns: 500 },
    )
  })

  it('finds among twenty thousand words', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index} number${index % 7}`)
    const finder = makeAlertWordFinder(words)
    expect(finder.find(`${'word1 number2 '.repeat(500)}word19999 number0`)).toEqual(['word19999 number0'])
  })
})

/** A slow and simple reference implementation. */
function isIn(word: string, text: string): boolean {
  const simple = (one: string): string => one.toLowerCase().replace(/\s+/g, ' ').trim()
  const escaped = simple(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(simple(text))
}
