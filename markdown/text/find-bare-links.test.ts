import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBareLinks } from './find-bare-links.ts'

const settings = { ownUrl: 'https://chat.example.com', fileLinks: false }

/** The rules as one pattern: easy to read, and far too slow for a long text. */
const WITH_SCHEME = (() => {
  let inside = '[^\\s()"]*'
  for (let level = 0; level < 6; level++) inside = `[^\\s()"]*?(?:\\(${inside}\\)[^\\s()"]*?)*?`
  const host = '[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.:@-]*?'
  return new RegExp(
    `(?<![^\\s'"(,:<\\u0080-\\u{10FFFF}])https://${host}(?:[/?#]${inside})??(?=[!:;?),.'">]*(?:\\s|$))`,
    'gu',
  )
})()

describe('bare links', () => {
  it('are found where the pattern of the rules finds them', () => {
    const piece = fc.constantFrom(
      ...['https://', 'https://a.x', 'b', '/', '?', '#', '(', ')', '(', ')', '"', ' ', ',', '.', ':', "'", '<', '>'],
      ...['日', '*', '@', '-'],
    )
    const text = fc.array(piece, { maxLength: 16 }).map((pieces) => `https://${pieces.join('')}`)
    fc.assert(
      fc.property(text, (sample) => {
        const expected = Array.from(sample.matchAll(WITH_SCHEME), (match) => [match.index, match[0]])
        const found = findBareLinks(sample, settings)
          .map(({ start, end }) => [start, sample.slice(start, end)] as const)
          .filter(([, link]) => link.startsWith('https://'))
        expect(found).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })
})
