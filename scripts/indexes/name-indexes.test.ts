import { expect, test } from 'vitest'
import { ordered } from './name-indexes.ts'

const names = (listed: readonly string[]) => {
  const all = [
    { name: 'addBot', file: 'bots.ts' },
    { name: 'getBots', file: 'bots.ts' },
    { name: 'addCall', file: 'calls.ts' },
    { name: 'getDrafts', file: 'drafts.ts' },
  ]
  return ordered(all, listed).map(({ name }) => name)
}

test('an index without names has the order of the files', () => {
  expect(names([])).toEqual(['addBot', 'getBots', 'addCall', 'getDrafts'])
})

test('listed names keep their places, new ones come behind their file or at the end, and gone ones leave', () => {
  expect(names(['getDrafts', 'gone', 'addBot'])).toEqual(['getDrafts', 'addBot', 'getBots', 'addCall'])
})
