import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IntSet } from './int-set.ts'

test('an IntSet behaves like a Set through any history of adds and deletes', () => {
  const step = fc.record({ add: fc.boolean(), value: fc.nat(60) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const ours = new IntSet()
      const model = new Set<number>()
      for (const { add, value } of steps) {
        const changed = add ? !model.has(value) : model.has(value)
        if (add) model.add(value)
        else model.delete(value)
        expect(add ? ours.add(value) : ours.delete(value)).toBe(changed)
        expect(ours.size).toBe(model.size)
      }
      expect(ours.toSorted()).toEqual([...model].sort((a, b) => a - b))
    }),
  )
})
