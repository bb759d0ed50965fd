import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from './check.ts'
import { messagesIn, type Person } from './place.ts'
import { isIncreasing, Poller } from './pollers.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

let setting: Setting
let second: ServerProcess
beforeAll(async () => {
  setting = await openSetting(3)
  const { databaseUrl, server } = setting
  second = await ServerProcess.start({ databaseUrl, secretFile: `${server.dataDir}/secret`, env: UNSAFE })
})
afterAll(async () => {
  await second.dispose()
  await setting.close()
})

test('two nodes, one killed: pollers continue at the other, and the union of events is exact', async () => {
  const { server: first, people, databaseUrl } = setting
  const pollers: Poller[] = []
  for (let n = 0; n < 40; n += 1) {
    const node = n % 2 === 0 ? first : second
    pollers.push(await Poller.register(node.url, people[n % people.length] as Person))
  }
  for (const poller of pollers) poller.start()
  const here = new Senders(first.url, people.slice(0, 2), { keys: true })
  const there = new Senders(second.url, people.slice(2), { keys: true })
  let [dying, living] = [first, second]
  for (let round = 0; round < rounds(1, 6); round += 1) {
    await sleep(800)
    await dying.kill()
    for (const one of [here, there, ...pollers]) one.moveTo(living.url)
    await sleep(800)
    await dying.start()
    ;[dying, living] = [living, dying]
  }
  await sleep(500)
  await Promise.all([here.stop(), there.stop()])
  // The node that was restarted last has an empty memory. It must return the events that the other node served.
  for (const poller of pollers) poller.moveTo(living.url)
  await Promise.all(pollers.map((poller) => poller.stop()))
  for (const poller of pollers) await poller.drain()

  const found = (await messagesIn(living.url, people[0] as Person)).map((one) => one.id)
  const acknowledged = [...here.acknowledged, ...there.acknowledged].map((one) => one.id)
  const tally = tallyOf(acknowledged, found)
  printTally('two nodes, one killed', tally)
  expect(tally).toMatchObject({ lost: 0, doubled: 0 })
  expect(pollers.filter((poller) => poller.lostQueue)).toEqual([])
  for (const poller of pollers) {
    expect(poller.messages.map((one) => one.id)).toEqual(found)
    expect(isIncreasing(poller.eventIds)).toBe(true)
  }
  await expectConsistent(databaseUrl)
})
