import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from './check.ts'
import { messagesIn, type Person } from './place.ts'
import { isIncreasing, Poller } from './pollers.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
})
afterAll(() => setting.close())

/** Holds the lane with another, long transaction. */
async function holdLane(databaseUrl: string, milliseconds: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select from realm_log for update')
  await sleep(milliseconds)
  await client.query('commit')
  await client.end()
}

test('four writers, fifty pollers and a slow transaction: all see one order without a gap', async () => {
  const { server, people, databaseUrl } = setting
  const registering = Array.from({ length: 50 }, (_, n) => Poller.register(server.url, people[n % 4] as Person))
  const pollers = await Promise.all(registering)
  for (const poller of pollers) poller.start()
  const senders = new Senders(server.url, people)
  for (let round = 0; round < rounds(2, 10); round += 1) {
    await sleep(300)
    await holdLane(databaseUrl, 500)
  }
  await sleep(300)
  await senders.stop()
  await Promise.all(pollers.map((poller) => poller.stop()))
  for (const poller of pollers) await poller.drain()

  const found = (await messagesIn(server.url, people[0] as Person)).map((one) => one.id)
  printTally(
    'one order',
    tallyOf(
      senders.acknowledged.map((one) => one.id),
      found,
    ),
  )
  expect(senders.unanswered).toBe(0)
  for (const poller of pollers) {
    expect(poller.messages.map((one) => one.id)).toEqual(found)
    expect(isIncreasing(poller.eventIds)).toBe(true)
  }
  const orders = new Set(pollers.map((poller) => poller.eventIds.join()))
  expect(orders.size, 'the ids are positions in the log, the same for everybody').toBe(1)
  await expectConsistent(databaseUrl)
})
