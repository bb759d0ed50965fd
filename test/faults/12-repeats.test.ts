import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { expectConsistent } from './check.ts'
import { CHANNEL, clientOf, messagesIn, type Person } from './place.ts'
import { Poller } from './pollers.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(0)
})
afterAll(() => setting.close())

const TIMES = 5

test.each(['queue_id and local_id', 'Idempotency-Key'])(
  'a send repeated by its %s is one message',
  async (by) => {
    const { server, people, databaseUrl } = setting
    const [person] = people as [Person]
    const poller = await Poller.register(server.url, person)
    const content = `load ${by}`
    const local = by === 'Idempotency-Key' ? {} : { queue_id: poller.queueId, local_id: '17.01' }
    const options = by === 'Idempotency-Key' ? { idempotencyKey: 'the key' } : {}
    const send = () =>
      clientOf(server.url, person).call(
        sendMessage,
        { type: 'channel', to: CHANNEL, topic: by, content, ...local },
        options,
      )

    const answers = await Promise.all(Array.from({ length: TIMES }, send))
    await server.restart('SIGKILL')
    answers.push(await send())

    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    const found = await messagesIn(server.url, person, by)
    const tally = tallyOf(
      answers.map((answer) => answer.id),
      found.map((one) => one.id),
    )
    printTally(`repeated by ${by}`, tally)
    expect(tally).toEqual({ acknowledged: 1, found: 1, lost: 0, doubled: 0 })
    await poller.drain()
    expect(poller.messages.map((one) => one.id)).toEqual([answers[0]?.id])
    await expectConsistent(databaseUrl)
  },
  120_000,
)
