import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { everyone } from '../log/audience.ts'
import { type EventData, firstEphemeralId, firstEventId, MAX_EVENTS_PER_ROW } from '../log/log-row.ts'
import { collect } from './collect.ts'
import { requireFewEvents, type VariantTable, variantsOf } from './event-variants.ts'
import { Queue } from './queue.ts'
import type { QueueSpec } from './queue-spec.ts'
import { Tail } from './tail.ts'

type RenameEvent = Extract<EventData, { type: 'realm_user'; op: 'update' }>

const renamed = (count: number): RenameEvent => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: count, full_name: 'Ann' },
})

/** Clients with bulk deletion get one event. Others get as many as the event says, or none. */
const table: VariantTable = new Map([
  variantsOf<RenameEvent>('realm_user/update', {
    variantFor: (_, { spec }) => (spec.capabilities.bulk_message_deletion ? 'one' : 'several'),
    eventsFor: (event, { spec }) =>
      spec.capabilities.bulk_message_deletion
        ? [event]
        : Array.from({ length: event.person.user_id }, (_, index) =>
            index % 2 === 0 ? renamed(index) : { type: 'heartbeat' },
          ),
    mostEvents: (event) => event.person.user_id,
  }),
])

const { server } = useServer()

interface ReceivedEvent {
  readonly id: number
  readonly type: string
}

describe('an event that becomes several', () => {
  const spec = (more: object = {}) =>
    ({ eventTypes: null, narrow: [], capabilities: {}, ...more }) as unknown as QueueSpec

  function queueWith(registered: number, wanted: QueueSpec): Queue {
    const row = { id: 'q', user_id: server.ownerId, registered_seq: registered, acked: firstEventId(registered) }
    return new Queue(server.realm.id, { ...row, touched: 0, idle_seconds: 600 }, wanted, 0)
  }

  async function read(tail: Tail, queue: Queue): Promise<ReceivedEvent[]> {
    let told: ReceivedEvent[] = []
    await collect(server.ctx.database, server.realm, tail, queue, (events) => {
      told = events!.map((text) => JSON.parse(text) as ReceivedEvent)
    })
    return told
  }

  /** Rows of these sizes in the log, a tail that has them, and a tail that must read them. */
  async function rowsOf(...counts: number[]) {
    const first = server.realm.seq + 1
    await server.ctx.transact(server.realm.id, async (tx) => {
      for (const count of counts) tx.emit(renamed(count), everyone)
    })
    const live = new Tail(first - 1, table)
    for (const [index, count] of counts.entries())
      live.append({ seq: first + index, audience: everyone, payload: { event: renamed(count) } })
    return { first, live, replayed: new Tail(server.realm.seq, table) }
  }

  test('has an id for each of them, and the first ids for a client that gets fewer', async () => {
    const { first, live } = await rowsOf(3, 0, 1)
    const several = await read(live, queueWith(first - 1, spec()))
    const id = firstEventId(first)
    expect(several).toMatchObject([
      { id, type: 'realm_user' },
      { id: id + 1, type: 'heartbeat' },
      { id: id + 2, type: 'realm_user' },
      { id: firstEventId(first + 2), type: 'realm_user' },
    ])
    const one = await read(live, queueWith(first - 1, spec({ capabilities: { bulk_message_deletion: true } })))
    expect(one.map((event) => event.id)).toEqual([first, first + 1, first + 2].map(firstEventId))
  })

  test('is filtered by the types that it becomes, and keeps the ids', async () => {
    const { first, live } = await rowsOf(4)
    const told = await read(live, queueWith(first - 1, spec({ eventTypes: ['heartbeat'] })))
    expect(told.map((event) => event.id)).toEqual([firstEventId(first) + 1, firstEventId(first) + 3])
  })

  test('wakes no queue for which it becomes nothing, or nothing wanted', async () => {
    const { first, live } = await rowsOf(0, 1)
    const [none, one] = [...live.after(first - 1)]
    const queue = queueWith(first - 1, spec())
    expect([none!.matches(server.realm, queue), one!.matches(server.realm, queue)]).toEqual([false, true])
    const other = queueWith(first - 1, spec({ eventTypes: ['heartbeat'] }))
    expect(one!.matches(server.realm, other)).toBe(false)
  })

  test.each(['live', 'replayed'] as const)(
    'is resumed in the middle after an acknowledgement in the middle, %s',
    async (how) => {
      const rows = await rowsOf(5, 2)
      const tail = rows[how]
      const [first, next] = [firstEventId(rows.first), firstEventId(rows.first + 1)]
      const queue = queueWith(rows.first - 1, spec())
      const ids = async () => (await read(tail, queue)).map((event) => event.id)
      const all = [first, first + 1, first + 2, first + 3, first + 4, next, next + 1]
      expect(await ids()).toEqual(all)
      queue.confirm(first + 2)
      expect(await ids()).toEqual(all.slice(3))
      queue.confirm(next)
      expect(await ids()).toEqual(all.slice(6))
      // Another process, or this one after a crash, has only the confirmed id.
      const again = queueWith(rows.first - 1, spec())
      again.confirm(first + 3)
      expect((await read(tail, again)).map((event) => event.id)).toEqual(all.slice(4))
      again.confirm(firstEphemeralId(rows.first + 1))
      expect(await read(tail, again)).toEqual([])
    },
  )

  test('is refused before it is written when it becomes too many for one client', async () => {
    expect(() => requireFewEvents(table, renamed(MAX_EVENTS_PER_ROW))).not.toThrow()
    expect(() => requireFewEvents(table, renamed(MAX_EVENTS_PER_ROW + 1))).toThrow('513 events')
  })

  test('carries fields that differ from person to person in each of them', async () => {
    const first = server.realm.seq + 1
    const tail = new Tail(first - 1, table)
    const personal = { of: { [server.ownerId]: { flags: ['read'] } }, others: { flags: [] } }
    tail.append({ seq: first, audience: everyone, payload: { event: renamed(2), personal } })
    const told = await read(tail, queueWith(first - 1, spec()))
    expect(told).toMatchObject([{ flags: ['read'] }, { flags: ['read'] }])
    const [row] = [...tail.after(first - 1)]
    const other = new Queue(server.realm.id, { ...queueWith(first - 1, spec()), user_id: 0 } as never, spec(), 0)
    expect(row!.render(server.realm, other).map(({ json }) => JSON.parse(json))).toMatchObject([
      { flags: [] },
      { flags: [] },
    ])
  })
})

test('the tail refuses a row that does not follow the last one', () => {
  const tail = new Tail(4)
  const row = (seq: number) => ({ seq, audience: everyone, payload: {} })
  tail.append(row(5))
  for (const seq of [5, 7]) expect(() => tail.append(row(seq))).toThrow(`row ${seq} does not follow row 5`)
  tail.append(row(6))
})

test('a long list of people is searched once for all queues, not once for each', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => index)
  let searches = 0
  ids.includes = () => {
    searches += 1
    return false
  }
  const rows = [
    { to: 'users', ids } as const,
    { to: 'everyone', except: ids } as const,
    { to: 'channel', channel: 1, except: ids } as const,
  ].map((audience) => new Tail(0).rowOf({ seq: 1, audience, payload: { event: renamed(1) } }))
  const isFor = (userId: number) => rows.map((row) => row.isFor(server.realm, { userId, spec: {} } as Queue))
  expect(isFor(999)).toEqual([true, false, false])
  expect(isFor(1_000)).toEqual([false, true, false])
  expect(searches).toBe(0)
})
