import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness.ts'
import { asColumns, type NumberColumns, rowsOfColumns, withWrittenArrays } from './number-arrays.ts'

const numbers = Array.from({ length: 20 }, (_, n) => n - 3)

test('long arrays of numbers are written at once, everything else is left to the library', () => {
  const values = [numbers, [1, 2], [...numbers, null], numbers.map(String), 'text', 7, null]
  expect(withWrittenArrays([{ text: '', values }, 'more'])).toEqual([
    { text: '', values: [`{${numbers.join()}}`, ...values.slice(1)] },
    'more',
  ])
  const untouched = [{ text: '', values: ['text'] }]
  expect(withWrittenArrays(untouched)).toBe(untouched)
})

test('the database reads them as the numbers that they are', async () => {
  const { db, close } = await createTestDatabase()
  const large = [...numbers, 2 ** 53 - 1, 0.5, -1.25e-7, 1e21]
  const { rows } = await sql<{ ids: number[]; amounts: number[] }>`
    select ${numbers}::bigint[] as ids, ${large}::float8[] as amounts`.execute(db)
  expect(rows).toEqual([{ ids: numbers.map(String), amounts: large }])
  await close()
})

test('rows of numbers come as columns, also if there is none', async () => {
  const { db, close } = await createTestDatabase()
  const names = ['id', 'square'] as const
  const read = async (count: number) => {
    const { rows } = await sql<NumberColumns<(typeof names)[number]>>`
      select ${sql.raw(asColumns(names))} from (
        select n::bigint as id, n * n as square from generate_series(1, ${count}::int) n
      ) numbers`.execute(db)
    return rowsOfColumns(rows[0]!)
  }
  expect(await read(2)).toEqual([
    { id: 1, square: 1 },
    { id: 2, square: 4 },
  ])
  expect(await read(0)).toEqual([])
  await close()
})
