import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { Db } from './database.ts'
import { runCombined, runPlanned } from './planned.ts'

describe('a connection of a caller', () => {
  const { server } = useServer()

  const onOneConnection = <T>(work: (db: Db) => Promise<T>) =>
    server.ctx.database.caller(server.ownerId).db.connection().execute(work)
  const prepared = async (db: Db, start: string) => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
    return rows.map(({ name }) => name).filter((name) => name.startsWith(start))
  }
  const sum = (a: number): RawBuilder<{ sum: number }> => sql`select ${a}::int + 1 as sum`

  test('keeps the plan of a named statement, and takes new values for it', async () => {
    await onOneConnection(async (db) => {
      for (const a of [1, 5]) expect((await runPlanned(db, 'test-sum', sum(a))).rows).toEqual([{ sum: a + 1 }])
      expect(await prepared(db, 'test-')).toEqual(['test-sum'])
    })
  })

  test('keeps few plans of statements that are put together, and runs the others all the same', async () => {
    await onOneConnection(async (db) => {
      for (let n = 0; n < 60; n += 1) {
        const { rows } = await runCombined(db, sql`select ${sql.lit(n)}::int as n`)
        expect(rows).toEqual([{ n }])
      }
      expect((await prepared(db, 'combined-')).length).toBeLessThanOrEqual(20)
    })
  })

  test('runs other statements without a name', async () => {
    await onOneConnection(async (db) => {
      await sql`select 1 as unnamed`.execute(db)
      const { rows } = await sql`select from pg_prepared_statements where statement like '%as unnamed'`.execute(db)
      expect(rows).toEqual([])
    })
  })
})
