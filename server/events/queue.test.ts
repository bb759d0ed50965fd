import { describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { everyone } from '../log/audience.ts'
import { firstEventId } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { collect } from './collect.ts'
import { Queue } from './queue.ts'
import type { QueueSpec } from './queue-spec.ts'
import { Tail } from './tail.ts'

/** A queue that was registered at row 10, and a log that goes on from there. */
function start() {
  const row = { id: 'q', user_id: 1, registered_seq: 10, acked: firstEventId(10), touched: 0, idle_seconds: 600 }
  const queue = new Queue(1, row, { eventTypes: null, narrow: [] as unknown } as QueueSpec, 0)
  const tail = new Tail(10)
  const event = { type: 'realm_user', op: 'update', person: { user_id: 1, full_name: 'Ann' } } as const
  return {
    queue,
    append: () => tail.append({ seq: tail.end + 1, audience: everyone, payload: { event } }),
    push: () => queue.pushEphemeral(tail.end, (id) => `{"id":${id},"type":"typing"}`),
    /** The ids of what an answer has, and the type `typing` where it is ephemeral. */
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
  test('lie between the rows, in the order in which things happened', () => {
    const { append, push, read } = start()
    push()
    append()
    push()
    push()
    append()
    const [one, two] = [firstEventId(11), firstEventId(12)]
    expect(read()).toEqual([['typing', firstEventId(10) + 1], one, ['typing', one + 1], ['typing', one + 2], two])
  })

  test('come again until they are acknowledged, like rows', () => {
    const { queue, append, push, read } = start()
    push()
    append()
    push()
    append()
    const all = read()
    expect(read()).toEqual(all)
    queue.confirm(firstEventId(11))
    expect(read()).toEqual(all.slice(2))
    queue.confirm(firstEventId(11) + 1)
    expect(read()).toEqual(all.slice(3))
    expect(queue.ephemeral).toEqual([])
  })

  test('never have the id of a row, sent or not, nor one that was given before', () => {
    const { queue, append, push, read } = start()
    append()
    push()
    expect(read()).toEqual([firstEventId(11), ['typing', firstEventId(11) + 1]])
    queue.confirm(firstEventId(11) + 1)
    push()
    expect(read()).toEqual([['typing', firstEventId(11) + 2]])
  })

  test('only the newest 500 are kept', () => {
    const { push, read } = start()
    for (let count = 0; count < 503; count += 1) push()
    const told = read()
    expect(told).toHaveLength(500)
    expect([told[0], told.at(-1)]).toEqual([
      ['typing', firstEventId(10) + 4],
      ['typing', firstEventId(10) + 503],
    ])
  })

  test('leave the ids of the next row alone, however many there are', () => {
    const { append, push, read } = start()
    for (let count = 0; count < 2_000; count += 1) push()
    append()
    expect(read().slice(-2)).toEqual([['typing', firstEventId(11) - 1], firstEventId(11)])
  })

  test('are in a full answer as far as that reaches, and are not lost by its acknowledgement', () => {
    const { queue, append, push, read } = start()
    push()
    for (let count = 0; count < 2_001; count += 1) append()
    push()
    const [last, next] = [firstEventId(2_010), firstEventId(2_011)]
    const full = read()
    expect([full[0], full.at(-1)]).toEqual([['typing', firstEventId(10) + 1], last])
    queue.confirm(last)
    expect(read()).toEqual([next, ['typing', next + 1]])
  })
})
