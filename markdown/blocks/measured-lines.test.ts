import fc from 'fast-check'
import markdownIt, { type StateBlock } from 'markdown-it'
import { expect, test } from 'vitest'
import { stateOf } from './measured-lines.ts'

const measures = ({ bMarks, eMarks, tShift, sCount, bsCount, lineMax }: StateBlock) => ({
  bMarks,
  eMarks,
  tShift,
  sCount,
  bsCount,
  lineMax,
})

test('lines are measured in the same way as by the library', () => {
  const engine = markdownIt()
  const piece = fc.constantFrom('a', 'b c', ' ', '   ', '\t', '\n', '\n\n', '> ', '* ', '\u00A0')
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('').trimEnd())
  fc.assert(
    fc.property(text, (src) => {
      const own = stateOf(src, engine, {}, [])
      expect(own.src).toBe(src)
      expect(measures(own)).toEqual(measures(new engine.block.State(src, engine, {}, [])))
    }),
    { numRuns: 1000 },
  )
})
