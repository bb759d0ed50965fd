import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts'
import { ConnectionAtHand } from './connection-at-hand.ts'
import { type OpenPool, openPool } from './database.ts'

describe('the reserved connection', () => {
  let made: TestDatabase
  let database: OpenPool
  let atHand: ConnectionAtHand

  beforeAll(async () => {
    made = await createTestDatabase()
  })
  afterAll(() => made.close())
  beforeEach(() => {
    database = openPool(
      { connectionString: made.url, max: 2 },
      {
        onConnection(client) {
          client.on('error', () => atHand.forget(client))
          return () => {}
        },
      },
    )
    atHand = new ConnectionAtHand(database.pool)
    return close
  })

  const close = () => {
    atHand.close()
    return database.close()
  }
  const take = () => atHand.take()
  const idOf = async (client: pg.PoolClient) => (await client.query('select pg_backend_pid() as id')).rows[0].id

  test('comes from the pool the first time, and is available at once the next time', async () => {
    const first = await take()
    atHand.giveBack(first)
    expect(take()).toBe(first)
    const second = take()
    expect(second).toBeInstanceOf(Promise)
    for (const client of [first, await second]) atHand.giveBack(client)
  })

  test('is only one: a second goes back to the pool', async () => {
    const [first, second] = [await take(), await take()]
    atHand.giveBack(first)
    atHand.giveBack(second)
    expect(database.pool.idleCount).toBe(1)
    expect(take()).toBe(first)
    atHand.giveBack(first)
  })

  test('is not kept while others wait for the pool', async () => {
    const [first, second] = [await take(), await take()]
    const waiting = database.pool.connect()
    atHand.giveBack(first)
    expect(await waiting).toBe(first)
    for (const client of [first, second]) atHand.giveBack(client)
  })

  test('is replaced after it was lost', async () => {
    const first = await take()
    const lost = await idOf(first)
    atHand.giveBack(first)
    await database.pool.query('select pg_terminate_backend($1)', [lost])
    await expect.poll(() => database.pool.totalCount).toBe(1)
    const next = await take()
    expect(await idOf(next)).not.toBe(lost)
    atHand.giveBack(next)
  })

  test('closes with the pool, even if it is returned later', async () => {
    const kept = await take()
    const closing = close()
    atHand.giveBack(kept)
    await closing
    await expect.poll(() => database.pool.totalCount).toBe(0)
  })
})
