import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent } from './check.ts'
import { messagesIn, type Person } from './place.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
})
afterAll(() => setting.close())

test('kill -9 under load: every acknowledged message exists once, in each sender’s order', async () => {
  const { server, people, databaseUrl } = setting
  // Half of them repeat unanswered messages with a key. The others continue with the next message.
  const bold = new Senders(server.url, people.slice(0, 2))
  const careful = new Senders(server.url, people.slice(2), { keys: true })
  const count = () => bold.acknowledged.length + careful.acknowledged.length
  for (let round = 0; round < rounds(3, 20); round += 1) {
    const before = count()
    await sleep(300 + 100 * (round % 5))
    // A busy machine takes longer.
    await expect.poll(count, { interval: 10 }).toBeGreaterThan(before + 20)
    await server.restart('SIGKILL')
  }
  await sleep(300)
  await Promise.all([bold.stop(), careful.stop()])

  const found = await messagesIn(server.url, people[0] as Person)
  const acknowledged = [...bold.acknowledged, ...careful.acknowledged]
  const tally = tallyOf(
    acknowledged.map(({ id, content }) => `${id} ${content}`),
    found.map(({ id, content }) => `${id} ${content}`),
  )
  printTally('kill -9 under load', tally)
  expect(tally.acknowledged).toBeGreaterThan(50)
  expect(tally).toMatchObject({ lost: 0, doubled: 0 })
  expect(
    tallyOf(
      [],
      found.map((message) => message.content),
    ).doubled,
  ).toBe(0)
  for (const person of people) {
    const numbers = found.filter((one) => one.sender_id === person.id).map((one) => Number(one.content.split(' ')[2]))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
  await expectConsistent(databaseUrl)
})
