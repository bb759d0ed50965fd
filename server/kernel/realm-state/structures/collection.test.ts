import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Collection } from './collection.ts'

interface Thing {
  readonly id: number
  readonly words: readonly string[]
}

const things = () =>
  new Collection<Thing, number, 'word'>({ keyOf: ({ id }) => id, indexes: { word: ({ words }) => words } })

type Step = { readonly put: Thing } | { readonly remove: number } | 'overlay'

const id = fc.integer({ min: 1, max: 6 })
const word = fc.constantFrom('a', 'b', 'c')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ put: fc.record({ id, words: fc.array(word, { maxLength: 3 }) }) }),
  fc.record({ remove: id }),
  fc.constant('overlay' as const),
)

/** The content of a collection, sorted. */
const shown = (collection: Collection<Thing, number, 'word'>) => ({
  size: collection.size,
  records: [...collection.values()].sort((a, b) => a.id - b.id),
  byId: [1, 2, 3, 4, 5, 6].map((one) => collection.get(one)),
  byWord: ['a', 'b', 'c'].map((one) => collection.findAll('word', one)),
})

const expected = (model: ReadonlyMap<number, Thing>) => {
  const records = [...model.values()].sort((a, b) => a.id - b.id)
  return {
    size: model.size,
    records,
    byId: [1, 2, 3, 4, 5, 6].map((one) => model.get(one)),
    byWord: ['a', 'b', 'c'].map((one) => records.filter(({ words }) => words.includes(one))),
  }
}

describe('records in memory', () => {
  test('are found by key and word as in a plain map, through any number of overlays', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const layers = [{ collection: things(), model: new Map<number, Thing>() }]
        for (const one of steps) {
          const { collection, model } = layers.at(-1)!
          if (one === 'overlay') layers.push({ collection: collection.overlay(), model: new Map(model) })
          else if ('put' in one) {
            collection.put(one.put)
            model.set(one.put.id, one.put)
          } else {
            collection.remove(one.remove)
            model.delete(one.remove)
          }
        }
        // An overlay does not change its base.
        for (const { collection, model } of layers) expect(shown(collection)).toEqual(expected(model))
      }),
    )
  })

  test('grow a version with every change, also below an overlay', () => {
    const base = things()
    const overlay = base.overlay()
    const versions = [overlay.version]
    base.put({ id: 1, words: [] })
    versions.push(overlay.version)
    overlay.remove(1)
    versions.push(overlay.version)
    expect(versions).toEqual([0, 1, 2])
  })
})
