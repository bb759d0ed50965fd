import { expect, test } from 'vitest'
import { render } from '../../../markdown/render.ts'
import { TooCostly } from '../../../markdown/rendering.ts'
import { contextOf } from '../cases/all.ts'
import { typesetters } from '../cases/typesetters.ts'
import { adversarial } from './adversarial.ts'
import { brokenBy } from './invariants.ts'
import { linkifiedWorld } from './linkified-world.ts'

const LENGTH = 10_000
/** Less than the cost of a text of that length with any content. */
const SMALL_BUDGET = 1_000
const context = contextOf({ world: linkifiedWorld }, typesetters)

// The benchmark measures the speed. Here rendering has to end and be safe.
test.each(Object.keys(adversarial))(
  '%s',
  (name) => {
    const text = adversarial[name]?.(LENGTH) ?? ''
    expect(text.length).toBeLessThanOrEqual(LENGTH)
    expect(brokenBy(text, context)).toBeUndefined()
  },
  120_000,
)

test('a text that costs more than its budget is refused', () => {
  const poor = { ...context, limits: { ...context.limits, work: SMALL_BUDGET } }
  for (const write of Object.values(adversarial)) {
    const text = write(LENGTH)
    // Blanks and line ends at the end are not part of the text.
    if (text.trimEnd().length > SMALL_BUDGET) expect(() => render(text, poor)).toThrow(TooCostly)
  }
})
