import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStreams } from '../../api/endpoints/channels.ts'
import { residentBytes } from '../../bench/memory.ts'
import { openSenders } from '../../bench/scenarios/senders.ts'
import type { ClientError } from '../../client/client-error.ts'
import { expectConsistent } from './check.ts'
import { CHANNEL, clientOf, type Person } from './place.ts'
import { Poller } from './pollers.ts'
import { rounds } from './rounds.ts'
import { openSetting, type Setting } from './setting.ts'

/** The quick form has twice as many as the server keeps in memory, so the queue also gets some from the database. */
const EVENTS = rounds(6_000, 200_000)
const SENDERS = 20
const MEGABYTE = 1024 * 1024
/**
 * The buffers of a queue and of the process are limited. Half of this is the runtime's memory for young objects under
 * this load. Two hundred thousand buffered events would take twice as much.
 */
const GROWTH = 400 * MEGABYTE

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(2)
})
afterAll(() => setting.close())

/** Sends until this many events are in the log, next to another queue that is polled all the time. */
async function flood(people: readonly Person[]): Promise<number> {
  const { server } = setting
  const { streams } = await clientOf(server.url, people[0] as Person).call(getStreams, {})
  const channel = streams.find((stream) => stream.name === CHANNEL)
  const senders = await openSenders(
    server.port,
    people.map(({ id, email, apiKey }) => ({ id, email, api_key: apiKey })),
    channel?.stream_id as number,
    SENDERS,
  )
  while (senders.sent < EVENTS) await senders.run(1_000)
  senders.close()
  return senders.sent
}

test('a queue that is not polled: memory is limited, others are unaffected, nothing is missing on return', async () => {
  const { server, people, databaseUrl } = setting
  const [, reader, neighbour] = people as [Person, Person, Person]
  const sleeper = await Poller.register(server.url, reader)
  const awake = await Poller.register(server.url, neighbour)
  awake.start()
  const before = residentBytes(server.pid)
  const sent = await flood(people)
  const growth = residentBytes(server.pid) - before
  await awake.stop()
  await awake.drain()

  // Either all events or an error, but never some of them.
  const refused = await sleeper.drain().then(
    () => null,
    (error: unknown) => error,
  )
  if (refused !== null) expect((refused as ClientError).code).toBe('BAD_EVENT_QUEUE_ID')
  else expect(sleeper.eventIds).toEqual(awake.eventIds)
  expect(awake.eventIds.length).toBe(sent)
  console.log(
    `unpolled queue: ${sent} acknowledged / ${awake.eventIds.length} found by the polled queue / ${sleeper.eventIds.length} on return / memory +${Math.round(growth / MEGABYTE)} MB`,
  )
  expect(growth).toBeLessThan(GROWTH)
  await expectConsistent(databaseUrl)
})
