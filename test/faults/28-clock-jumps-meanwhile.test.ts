import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { type Client, createClient } from '../../client/client.ts'
import { diskStoreIn } from '../../server/kernel/files/disk-store.ts'
import type { ImportSource } from '../../server/operations/imports/source.ts'
import { backUp, restore } from '../backup/restored.ts'
import { breaches } from '../breaches.ts'
import { TestClock } from '../clock.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { importSource } from '../imports/imports-of.ts'
import { listSource, messageOf, personOf } from '../imports/list-source.ts'
import { temporaryFolder } from '../parley-process.ts'
import { useServer } from '../use-server.ts'
import { callingStore } from './calling-store.ts'
import { isIncreasing } from './pollers.ts'

const HOUR = 3_600
/** Forward and back again, each by an hour and by two days. */
const JUMPS = [HOUR, -HOUR, 48 * HOUR, -48 * HOUR]

const clock = new TestClock()
const { server, ann } = useServer({ members: ['ann'], channel: 'beds', clock })
const folder = temporaryFolder()
afterAll(() => folder.remove())

const say = async (content: string, client: Client = ann.client) =>
  (await client.call(endpoints.sendMessage, { type: 'channel', to: 'beds', topic: 'soup', content })).id
const register = async (client: Client = ann.client) => {
  const { queue_id, last_event_id } = await client.call(endpoints.registerQueue, { event_types: ['message'] })
  return { queue_id: queue_id!, last_event_id, dont_block: true }
}

/** Everything by the clock that could end something, after each jump. Somebody sends meanwhile. */
async function jumpAround(one: TestServer, ids: number[]): Promise<void> {
  for (const seconds of JUMPS) {
    clock.jump(seconds)
    await one.ctx.upkeep.expire()
    await one.ctx.files.sweep()
    ids.push(await say(`after ${seconds}`))
  }
}

test('a clock that jumps during a backup: no queue and no file ends, and ids and events go up, also restored', async () => {
  const store = diskStoreIn(server.ctx.config.dataDir)
  const filename = { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('tomato') }
  const { url } = await ann.client.call(endpoints.uploadFile, { filename })
  const queue = await register()
  const ids = [await say(`[soup](${url})`)]
  const file = join(folder.path, 'backup')
  let jumps = 0
  await backUp(
    server,
    file,
    null,
    callingStore(store, async () => {
      if (jumps === 0) await jumpAround(server, ids)
      jumps += 1
    }),
  )
  expect(jumps).toBeGreaterThan(0)
  const { events } = await ann.client.call(endpoints.getEvents, queue)
  expect(events.map((event) => ('message' in event ? event.message.id : 0))).toEqual(ids)
  expect(isIncreasing(ids)).toBe(true)
  expect(isIncreasing(events.map(({ id }) => id))).toBe(true)
  expect(await breaches(server)).toEqual([])

  // The clock of the other machine is two days behind.
  clock.jump(-48 * HOUR)
  const restored = await restore(file)
  const after = await startTestServer({ beside: restored, clock })
  try {
    const there = createClient({ ...ann.client.options, url: after.url })
    await after.ctx.upkeep.expire()
    const later = await say('restored', there)
    expect(later).toBeGreaterThan(ids.at(-1)!)
    const { events: rest } = await there.call(endpoints.getEvents, queue)
    // The files come first, so the database has everything that was sent meanwhile.
    expect(rest.map((event) => ('message' in event ? event.message.id : 0))).toEqual([...ids, later])
    expect(rest.at(-1)!.id).toBeGreaterThan(events.at(-1)!.id)
    expect(await breaches(after)).toEqual([])
  } finally {
    await after.close()
    await restored.close()
    clock.jump(48 * HOUR)
  }
})

test('a clock that jumps during an import: queues end at its end only, and ids and events go up', async () => {
  const queue = await register()
  const ids = [await say('before')]
  const lists = {
    people: [personOf('ann', { email: ann.email }), personOf('bob')],
    messages: [messageOf('1', 'bob', { people: ['ann'] }, ['hello'])],
  }
  let lastEvent = 0
  const source: ImportSource = {
    ...listSource(lists),
    async *subscriptions() {
      await jumpAround(server, ids)
      yield* []
    },
    async *drafts() {
      await jumpAround(server, ids)
      const { events } = await ann.client.call(endpoints.getEvents, queue)
      expect(events.map((event) => ('message' in event ? event.message.id : 0))).toEqual(ids)
      expect(isIncreasing(events.map(({ id }) => id))).toBe(true)
      lastEvent = events.at(-1)!.id
      clock.jump(48 * HOUR)
      yield* []
    },
  }
  await importSource(server, source)
  await expect(ann.client.call(endpoints.getEvents, queue)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  const next = await register()
  clock.jump(-96 * HOUR)
  await server.ctx.upkeep.expire()
  ids.push(await say('after'))
  expect(isIncreasing(ids)).toBe(true)
  const { events } = await ann.client.call(endpoints.getEvents, next)
  expect(events).toMatchObject([{ type: 'message', message: { id: ids.at(-1) } }])
  expect(events[0]!.id).toBeGreaterThan(lastEvent)
  const { messages } = await ann.client.call(endpoints.getMessages, { anchor: 'newest', num_before: 100, num_after: 0 })
  expect(messages.find(({ content }) => content === '<p>hello</p>')).toMatchObject({ timestamp: 1_700_000_001 })
  expect(await breaches(server)).toEqual([])
})
