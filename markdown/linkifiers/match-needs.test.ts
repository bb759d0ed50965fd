import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { matchNeeds, mayMatch } from './match-needs.ts'

describe('what a match of a pattern needs', () => {
  it.each([
    ['#(?P<id>[0-9]+)', 2, '#'],
    ['(?P<project>[A-Z]{2,6})-(?P<id>[0-9]+)', 4, '-'],
    ['(?P<commit>[0-9a-f]{40})', 40, ''],
    ['ab(?:c|dc)?', 2, 'ab'],
    ['ab|ba|bc', 2, 'b'],
    ['a+b*c{2}d{0,3}?', 3, 'ac'],
    ['\\bRFC \\d+\\.\\w', 7, 'RFC .'],
    ['[^]a]x[[:alpha:]\\]]', 3, 'x'],
    ['', 0, ''],
  ])('%j: %i characters, %j among them', (pattern, length, characters) => {
    expect(matchNeeds(pattern)).toEqual({ length, characters: [...characters] })
  })

  it.each(['(?i)abc', '\\Qa+b\\E', '\\x61bc', '\\pLab', 'a\\C', '(?s:ab)', 'x{a', '😀', 'ab)c'])(
    '%j: nothing is known',
    (pattern) => {
      expect(matchNeeds(pattern)).toEqual({ length: 0, characters: [] })
    },
  )

  it('is in every text that matches', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '#',
      '-',
      '\\.',
      '\\d',
      '\\w',
      '.',
      '[ab]',
      '[^a]',
      '\\pL',
      '(?i)',
      '^',
      '$',
    )
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?')
    const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
      item: fc.oneof(
        { depthSize: 'small' },
        piece,
        fc.tuple(tie('pattern'), fc.constantFrom('(', '(?:', '(?P<x>')).map(([inner, open]) => `${open}${inner})`),
      ),
      pattern: fc
        .array(fc.tuple(tie('item'), times, fc.constantFrom('', '', '', '|')), { maxLength: 4 })
        .map((items) => items.map((item) => item.join('')).join('')),
    }))
    const text = fc.array(fc.constantFrom('a', 'b', 'A', 'B', '#', '-', '.', '7', ' ', 'é', '\n'), { maxLength: 6 })
    fc.assert(
      fc.property(pattern, text, (source, characters) => {
        const expression = compiled(source)
        fc.pre(expression !== undefined)
        const written = characters.join('')
        return mayMatch(matchNeeds(source), written) || !expression.test(written)
      }),
      { numRuns: 3000 },
    )
  })
})

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
