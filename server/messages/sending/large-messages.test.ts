import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'

const { getEvents, getMessages, registerQueue, sendMessage } = endpoints

/** Each is a megabyte when rendered, the maximum for a message. */
const LARGE = '😀'.repeat(10_000)
const MANY = 30

describe('messages of the maximum size', () => {
  const { ann } = useServer({ members: ['ann'], channel: 'talk' })
  const ids: number[] = []
  let queue: { queue_id: string; last_event_id: number }

  beforeAll(async () => {
    const { queue_id, last_event_id } = await ann.client.call(registerQueue, {
      event_types: ['message'],
      fetch_event_types: [],
    })
    queue = { queue_id: queue_id!, last_event_id }
    const message = { type: 'channel', to: 'talk', topic: 'x', content: LARGE } as const
    for (let n = 0; n < MANY; n += 1) ids.push((await ann.client.call(sendMessage, message)).id)
  })

  const fetch = async ({ anchor, ...numbers }: { anchor: number; num_before: number; num_after: number }) => {
    const answer = await ann.client.call(getMessages, { ...numbers, anchor: `${anchor}`, include_anchor: false })
    return { ...answer, ids: answer.messages.map((message) => message.id) }
  }

  test('are returned as far as they fit, the nearest first, and the rest on further requests', async () => {
    const newest = await fetch({ anchor: 10_000_000_000_000_000, num_before: 5000, num_after: 0 })
    expect(newest).toMatchObject({ found_oldest: false, found_newest: true })
    expect(newest.ids.length).toBeLessThan(MANY)
    expect(newest.ids).toEqual(ids.slice(-newest.ids.length))
    const older = await fetch({ anchor: newest.ids[0]!, num_before: 5000, num_after: 0 })
    expect(older.found_oldest).toBe(true)
    expect([...older.ids, ...newest.ids]).toEqual(ids)
    const oldest = await fetch({ anchor: 0, num_before: 0, num_after: 5000 })
    expect(oldest).toMatchObject({ found_oldest: true, found_newest: false })
    expect(oldest.ids).toEqual(ids.slice(0, oldest.ids.length))
  })

  test('are refused by their ids if they do not fit; unknown ids do not count', async () => {
    const get = (wanted: number[]) => ann.client.call(getMessages, { message_ids: wanted })
    await expect(get(ids)).rejects.toThrow(/^Too many messages requested \(maximum 2\d\)\.$/)
    const unknown = Array.from({ length: 100 }, (_, n) => 1_000_000 + n)
    expect((await get([...ids.slice(0, 3), ...unknown])).messages).toHaveLength(3)
  })

  test('are read from the log in parts, and none is lost', async () => {
    const heard: number[] = []
    for (let last = queue.last_event_id; heard.length < MANY; ) {
      const { events } = await ann.client.call(getEvents, { queue_id: queue.queue_id, last_event_id: last })
      expect(events.length).toBeGreaterThan(0)
      for (const event of events) if (event.type === 'message') heard.push(event.message.id)
      last = events.at(-1)!.id
    }
    expect(heard).toEqual(ids)
  })
})
