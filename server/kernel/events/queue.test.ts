import { describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { everyone } from '../log/audience.ts'
import { firstEphemeralId, firstEventId } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { collect } from './collect.ts'
import { Queue } from './queue.ts'
import type { QueueSpec } from './queue-spec.ts'
import { Tail } from './tail.ts'

/** A queue that was registered at row 10, and a log that continues from there. */
function start() {
  const row = { id: 'q', user_id: 1, registered_seq: 10, acked: firstEventId(10), touched: 0, idle_seconds: 600 }
  const queue = new Queue(1, row, { eventTypes: null, narrow: [] as unknown } as QueueSpec, 0)
  const tail = new Tail(10)
  const event = { type: 'realm_user', op: 'update', person: { user_id: 1, full_name: 'Ann' } } as const
  return {
    queue,
    append: () => tail.append({ seq: tail.end + 1, audience: everyone, payload: { event } }),
    push: () => queue.pushEphemeral(tail.end, 'typing', '{"type":"typing"}'),
    /** The ids in an answer, and the type `typing` for ephemeral events. */
    read: () => {
      let told: unknown[] = []
      collect({} as Database, {} as RealmState, tail, queue, (events) => {
        told = events!.map((text) => JSON.parse(text)).map(({ id, type }) => (type === 'typing' ? [type, id] : id))
      })
      return told
    },
  }
}

describe('ephemeral events of a queue', () => {
  test('come between the rows, in the order in which they happened', () => {
    const { append, push, read } = start()
    push()
    append()
    push()
    push()
    append()
    const [one, two] = [firstEventId(11), firstEventId(12)]
    expect(read()).toEqual([
      ['typing', firstEphemeralId(10)],
      one,
      ['typing', firstEphemeralId(11)],
      ['typing', firstEphemeralId(11) + 1],
      two,
    ])
  })

  test('are sent again until they are acknowledged, like rows', () => {
    const { queue, append, push, read } = start()
    push()
    append()
    push()
    append()
    const all = read()
    expect(read()).toEqual(all)
    queue.confirm(firstEventId(11))
    expect(read()).toEqual(all.slice(2))
    queue.confirm(firstEphemeralId(11))
    expect(read()).toEqual(all.slice(3))
    expect(queue.hasEphemeral).toBe(false)
  })

  test('never have the id of a row, sent or not, nor one that was used before', () => {
    const { queue, append, push, read } = start()
    append()
    push()
    expect(read()).toEqual([firstEventId(11), ['typing', firstEphemeralId(11)]])
    queue.confirm(firstEphemeralId(11))
    push()
    expect(read()).toEqual([['typing', firstEphemeralId(11) + 1]])
  })

  test('are limited to the newest 500', () => {
    const { push, read } = start()
    for (let count = 0; count < 503; count += 1) push()
    const told = read()
    expect(told).toHaveLength(500)
    expect([told[0], told.at(-1)]).toEqual([
      ['typing', firstEphemeralId(10) + 3],
      ['typing', firstEphemeralId(10) + 502],
    ])
  })

  test('wait for the next row, in order, when the newest row has no id left', () => {
    const { queue, append, push, read } = start()
    const kept = Array.from({ length: 600 }, push)
    expect(kept.filter((isKept) => !isKept)).toHaveLength(100)
    expect(queue.isShortOfIds(10)).toBe(true)
    const typing = (count: number, first: number) =>
      Array.from({ length: count }, (_, index) => ['typing', first + index])
    expect(read()).toEqual(typing(412, firstEphemeralId(10) + 100))
    queue.confirm(firstEventId(11) - 1)
    expect(read()).toEqual([])
    append()
    push()
    expect(read()).toEqual([firstEventId(11), ...typing(89, firstEphemeralId(11))])
  })

  test('are in a full answer up to its last row, and are not lost by its acknowledgement', () => {
    const { queue, append, push, read } = start()
    push()
    for (let count = 0; count < 2_001; count += 1) append()
    push()
    const [last, next] = [firstEventId(2_010), firstEventId(2_011)]
    const full = read()
    expect([full[0], full.at(-1)]).toEqual([['typing', firstEphemeralId(10)], last])
    queue.confirm(last)
    expect(read()).toEqual([next, ['typing', firstEphemeralId(2_011)]])
  })
})
