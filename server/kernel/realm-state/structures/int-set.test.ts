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
        const { version } = ours
        expect(add ? ours.add(value) : ours.delete(value)).toBe(changed)
        expect(ours.size).toBe(model.size)
        expect(ours.version !== version).toBe(changed)
      }
      const sorted = [...model].sort((a, b) => a - b)
      expect(ours.toSorted()).toEqual(sorted)
      expect([...ours.sortedLater()()]).toEqual(sorted)
    }),
  )
})

test('sortedLater returns the values at the time of the call', () => {
  const set = new IntSet([5, 3, 9])
  const later = set.sortedLater()
  set.add(4)
  set.delete(9)
  expect([...later()]).toEqual([3, 5, 9])
  expect(set.toSorted()).toEqual([3, 4, 5])
})
