import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/harness.ts'
import { ConnectionAtHand } from './connection-at-hand.ts'
import { type OpenPool, openPool } from './database.ts'

describe('the connection at hand', () => {
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

  test('is the pool’s the first time, and here at once the next', async () => {
    const first = await take()
    atHand.giveBack(first)
    expect(take()).toBe(first)
    const second = take()
    expect(second).toBeInstanceOf(Promise)
    for (const client of [first, await second]) atHand.giveBack(client)
  })

  test('is one: a second goes back to the pool', async () => {
    const [first, second] = [await take(), await take()]
    atHand.giveBack(first)
    atHand.giveBack(second)
    expect(database.pool.idleCount).toBe(1)
    expect(take()).toBe(first)
    atHand.giveBack(first)
  })

  test('is not kept from somebody who waits for the pool', async () => {
    const [first, second] = [await take(), await take()]
    const waiting = database.pool.connect()
    atHand.giveBack(first)
    expect(await waiting).toBe(first)
    for (const client of [first, second]) atHand.giveBack(client)
  })

  test('is another one when it was lost meanwhile', async () => {
    const first = await take()
    const lost = await idOf(first)
    atHand.giveBack(first)
    await database.pool.query('select pg_terminate_backend($1)', [lost])
    await expect.poll(() => database.pool.totalCount).toBe(1)
    const next = await take()
    expect(await idOf(next)).not.toBe(lost)
    atHand.giveBack(next)
  })

  test('ends with the pool, also when it comes back later', async () => {
    const kept = await take()
    const closing = close()
    atHand.giveBack(kept)
    await closing
    await expect.poll(() => database.pool.totalCount).toBe(0)
  })
})
