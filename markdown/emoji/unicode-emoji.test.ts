import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unicodeEmoji } from './unicode-emoji.ts'

const rows = readFileSync(new URL('names.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
const known = rows.map((row) => {
  const [code = '', shown = '', names = ''] = row.split('\t')
  return { code, isText: shown === 'text', names: names.split(' ') }
})

describe('the Unicode emoji', () => {
  const emoji = unicodeEmoji()

  it('are those of the contract, with each name once', () => {
    const names = known.flatMap((one) => one.names)
    expect(known).toHaveLength(1883)
    expect(names).toHaveLength(3339)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are found by each of their names', () => {
    const wrong = known.flatMap(({ code, names }) =>
      names.filter((name) => emoji.codeOf(name) !== code || !emoji.isNameOf(name, code)),
    )
    expect(wrong).toEqual([])
    expect(emoji.isNameOf('heart', '1f604')).toBe(false)
  })

  it('have a code, a first name and a default presentation', () => {
    const wrong = known.filter(
      ({ code, isText, names }) =>
        !emoji.hasCode(code) ||
        emoji.nameOf(code) !== names[0] ||
        emoji.isTextByDefault(code) !== isText ||
        !emoji.beginsWith(Number.parseInt(code, 16)),
    )
    expect(wrong).toEqual([])
  })

  it('include no others', () => {
    for (const name of ['thumbsup', 'thumbsup_tone1', 'SMILE', 'constructor', '']) {
      expect(emoji.codeOf(name), name).toBeUndefined()
    }
    for (const code of ['1f44d-1f3fb', '1f3fb', '1f1e6', '2764-fe0f', '']) expect(emoji.hasCode(code), code).toBe(false)
  })

  it.each([
    ['+1', '1f44d'],
    ['thumbs_up', '1f44d'],
    ['frown', '1f641'],
    ['smile', '1f604'],
    ['gyōza', '1f95f'],
    ['flag_åland_islands', '1f1e6-1f1fd'],
    ['family_man_woman_girl', '1f468-200d-1f469-200d-1f467'],
  ])(':%s: is %s', (name, code) => {
    expect(emoji.codeOf(name)).toBe(code)
  })
})
