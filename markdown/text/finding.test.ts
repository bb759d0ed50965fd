import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Finding, mergeFindings } from './finding.ts'

/** Findings in order without overlap, from alternating widths of gaps and findings. */
const findings = (link: string) =>
  fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 })), { maxLength: 8 }).map((widths) => {
    let position = 0
    return widths.map(([gap, width]): Finding => {
      const start = position + gap
      position = start + width
      return { start, end: position, as: { link } }
    })
  })

const overlap = (a: Finding, b: Finding): boolean => a.start < b.end && b.start < a.end

describe('merging', () => {
  it('keeps the first list, and the parts of the second that are in its gaps', () => {
    fc.assert(
      fc.property(findings('kept'), findings('found'), (kept, found) => {
        const free = found.filter((one) => !kept.some((other) => overlap(one, other)))
        const expected = [...kept, ...free].sort((a, b) => a.start - b.start)
        expect(mergeFindings(kept, found)).toEqual(expected)
      }),
    )
  })
})
