import { expect, test } from 'vitest'
import { EMOJI_TABLE } from '../emoji/table.ts'
import { readEmojiTable } from '../emoji/table-reader.ts'
import { findCharacterEmoji } from './find-emoji.ts'

/** The typed characters. Flags are always pictures, and the others need a selector after the first character. */
function typed(code: string): string {
  const [first, ...rest] = code.split('-').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return [first, /^1f1[ef]/.test(code) ? '' : '\uFE0F', ...rest].join('')
}

test('every emoji is found on its own', () => {
  const codes = Array.from(readEmojiTable(EMOJI_TABLE), ({ code }) => code)
  expect(codes.length).toBeGreaterThan(1000)
  const missed = codes.filter((code) => {
    const as = findCharacterEmoji(typed(code))[0]?.as
    return !(as && 'emoji' in as && 'code' in as.emoji && as.emoji.code === code)
  })
  expect(missed).toEqual([])
})

test.each(['“quoted” – and so on… • ‰', '明日の会議は何時からですか？'])('there is none in %s', (text) => {
  expect(findCharacterEmoji(text)).toEqual([])
})
