import { expect, test } from 'vitest'
import * as z from 'zod'
import { rowId } from './contract.ts'

test.each([
  ['7', 7],
  ['2147483647', 2_147_483_647],
  ['2147483648', 0],
  ['-7', 0],
])('the id %s of a row is read as %i', (text, id) => {
  expect(z.decode(rowId(), text)).toBe(id)
})

test('an id of a row is written as it is, and a fraction is refused', () => {
  expect(z.encode(rowId(), 7)).toBe('7')
  expect(z.safeDecode(rowId(), '7.5').success).toBe(false)
})
