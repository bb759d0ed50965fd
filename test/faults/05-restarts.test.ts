import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from './check.ts'
import { messagesIn, type Person } from './place.ts'
import { isIncreasing, Poller } from './pollers.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

const POLLERS = rounds(100, 500)

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(4)
})
afterAll(() => setting.close())

test('pollers through restarts: no queue is lost, ids increase, and all see the log', async () => {
  const { server, people, databaseUrl } = setting
  const pollers: Poller[] = []
  for (let n = 0; n < POLLERS; n += 1) {
    pollers.push(await Poller.register(server.url, people[n % people.length] as Person))
  }
  for (const poller of pollers) poller.start()
  const senders = new Senders(server.url, people.slice(0, 2), { keys: true })
  for (let round = 0; round < rounds(2, 5); round += 1) {
    await sleep(1_000)
    await server.restart(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
  }
  await sleep(1_000)
  await senders.stop()
  await Promise.all(pollers.map((poller) => poller.stop()))
  for (const poller of pollers) await poller.drain()

  const found = (await messagesIn(server.url, people[0] as Person)).map((one) => one.id)
  const union = new Set(pollers.flatMap((poller) => poller.messages.map((one) => one.id)))
  printTally(
    `${POLLERS} pollers through restarts`,
    tallyOf(
      senders.acknowledged.map((one) => one.id),
      [...union],
    ),
  )
  expect(pollers.filter((poller) => poller.lostQueue)).toEqual([])
  for (const poller of pollers) {
    expect(isIncreasing(poller.eventIds)).toBe(true)
    expect(poller.messages.map((one) => one.id)).toEqual(found)
  }
  await expectConsistent(databaseUrl)
})
