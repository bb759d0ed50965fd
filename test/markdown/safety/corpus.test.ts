import published from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { contextOf } from '../cases/all.ts'
import { typesetters } from '../cases/typesetters.ts'
import { corpus } from './corpus.ts'
import { hostileWorld } from './hostile-world.ts'
import { brokenBy } from './invariants.ts'
import { linkifiedWorld } from './linkified-world.ts'
import { places } from './places.ts'

/** Texts that refer to a name. The vector is the name. */
const CALLS = ['@**x**', '@_**x|10**', '@**|10**', '@*x*', '@_*x*', '#**x**', '#**x>y**', '#**x>y@905**', ':x:']

/** Names contain no line ends, which the server refuses, and no lone surrogates, which the database refuses. */
const nameOf = (vector: string): string => vector.replace(/[\r\n]/g, ' ').toWellFormed()

/** Our own corpus and a published one: a hundred ways to run a script, and other texts that break programs. */
const vectors: readonly string[] = [...corpus, ...published]

test('the published corpus is present', () => {
  expect(published.length).toBeGreaterThanOrEqual(400)
  expect(published.filter((text) => /script|onerror|javascript:/i.test(text)).length).toBeGreaterThanOrEqual(100)
})

test('our own corpus is large', () => {
  expect(new Set(corpus).size).toBe(corpus.length)
  expect(corpus.length).toBeGreaterThanOrEqual(150)
})

describe('no vector works', () => {
  const plain = contextOf({ world: linkifiedWorld }, typesetters)
  const context = { ...plain, settings: { ...plain.settings, translateEmoticons: true, fileLinks: true } }

  test.each(Object.keys(places))('%s', (place) => {
    const failures = vectors.flatMap((vector) => {
      const source = places[place]?.(vector) ?? ''
      const broken = brokenBy(source, context)
      return broken === undefined ? [] : [{ source, broken }]
    })
    expect(failures).toEqual([])
  })

  test.each(CALLS)('as the name that %s refers to', (source) => {
    const failures = vectors.flatMap((vector) => {
      const broken = brokenBy(source, contextOf({ world: hostileWorld(nameOf(vector)) }, typesetters))
      return broken === undefined ? [] : [{ source, vector, broken }]
    })
    expect(failures).toEqual([])
  })
})
