import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { unicodeEmoji } from './unicode-emoji.ts'

const read = createRequire(import.meta.url)
const VOCABULARIES = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr']
const isToned = (code: string): boolean => /(^|-)1f3f[b-f]/.test(code)

/** Every name of every vocabulary, the most used vocabulary first. */
const pairs: readonly (readonly [name: string, code: string])[] = VOCABULARIES.flatMap((vocabulary) =>
  Object.entries(read(`emojibase-data/en/shortcodes/${vocabulary}.json`) as Record<string, string | string[]>).flatMap(
    ([hexcode, given]) => [given].flat().map((name) => [name, hexcode.toLowerCase().replace(/-fe0f/g, '')] as const),
  ),
)

describe('the Unicode emoji', () => {
  const emoji = unicodeEmoji()

  it('have every name of the vocabularies, and a shared name means the first', () => {
    const first = new Map<string, string>()
    for (const [name, code] of pairs) if (!first.has(name)) first.set(name, code)
    const wrong = [...first].filter(([name, code]) => emoji.codeOf(name) !== (isToned(code) ? undefined : code))
    expect(wrong).toEqual([])
  })

  it('are called by each of their names', () => {
    const plain = pairs.filter(([, code]) => !isToned(code))
    expect(plain.filter(([name, code]) => !emoji.isNameOf(name, code) || !emoji.hasCode(code))).toEqual([])
    expect(emoji.isNameOf('heart', '1f604')).toBe(false)
  })

  it('are called first by the name that the first vocabulary gives first', () => {
    const first = new Map<string, string>()
    for (const [name, code] of pairs) if (!first.has(code)) first.set(code, name)
    const wrong = [...first].filter(([code, name]) => !isToned(code) && emoji.nameOf(code) !== name)
    expect(wrong).toEqual([])
  })

  it('leave skin tones out', () => {
    expect(emoji.hasCode('1f44d-1f3fb')).toBe(false)
    expect(emoji.codeOf('thumbsup_tone1')).toBeUndefined()
  })

  it('have a name for every emoticon', () => {
    const names = ['slight_smile', 'frown', 'heart', 'neutral', 'confused', 'wink', 'smile', 'open_mouth']
    expect(names.map((name) => emoji.codeOf(name))).toEqual('1f642 1f641 2764 1f610 1f615 1f609 1f604 1f62e'.split(' '))
    expect(emoji.codeOf('stuck_out_tongue')).toBe('1f61b')
  })

  it('know which characters are text by default', () => {
    expect(['2764', '00a9', '2197'].every((code) => emoji.isTextByDefault(code))).toBe(true)
    expect(emoji.isTextByDefault('1f604')).toBe(false)
  })
})
