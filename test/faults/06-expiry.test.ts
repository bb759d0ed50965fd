import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteQueue } from '../../api/endpoints/events.ts'
import { ClientError } from '../../client/client-error.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { Poller } from './pollers.ts'
import { isFull } from './rounds.ts'
import { ServerProcess } from './server-process.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'

let setting: Setting
let second: ServerProcess
beforeAll(async () => {
  setting = await openSetting(1)
  const { databaseUrl, server } = setting
  second = await ServerProcess.start({ databaseUrl, secretFile: `${server.dataDir}/secret`, env: UNSAFE })
})
afterAll(async () => {
  await second.dispose()
  await setting.close()
})

const refusal = async (poller: Poller): Promise<ClientError> => {
  const error = await poller.poll({ dontBlock: true }).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ClientError)
  return error as ClientError
}

test('a deleted queue is gone at once, on every node, and its waiting poll elsewhere ends', async () => {
  const { server, people } = setting
  const [, person] = people as [Person, Person]
  const poller = await Poller.register(server.url, person)
  const waiting = poller.poll().catch((reason: unknown) => reason)
  await sleep(200)
  await clientOf(second.url, person).call(deleteQueue, { queue_id: poller.queueId })
  await waiting
  for (const node of [second, server]) {
    poller.moveTo(node.url)
    const error = await refusal(poller)
    expect(error.code).toBe('BAD_EVENT_QUEUE_ID')
    expect(error.data['queue_id']).toBe(poller.queueId)
  }
  await expectConsistent(setting.databaseUrl)
})

async function isStored(queueId: string): Promise<boolean> {
  const client = new Client(setting.databaseUrl)
  await client.connect()
  const { rowCount } = await client.query('select from event_queue where id = $1', [queueId])
  await client.end()
  return rowCount === 1
}

async function idleQueueEnds(): Promise<void> {
  const { server, people } = setting
  const [, person] = people as [Person, Person]
  const kept = await Poller.register(server.url, person, 120)
  const idle = await Poller.register(server.url, person, 2)
  await sleep(1_500)
  await idle.drain()
  // Polling the queue to check whether it exists would keep it alive.
  await expect.poll(() => isStored(idle.queueId), { timeout: 120_000, interval: 1_000 }).toBe(false)
  const error = await refusal(idle)
  expect(error.code).toBe('BAD_EVENT_QUEUE_ID')
  expect(error.data['queue_id']).toBe(idle.queueId)
  await kept.drain()
}

// Idle queues are removed once a minute, so this takes too long for the quick form. server/kernel/events/upkeep.test.ts tests
// the rule with a test clock.
if (isFull) test('an idle queue never ends early, and its end is reported with its id', idleQueueEnds)
