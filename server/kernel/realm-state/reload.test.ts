import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'
import { RealmState } from './realm-state.ts'

const { getEvents, getOwnUser, registerQueue, sendMessage, subscribe } = endpoints

/** The process was paused for hours while another process wrote rows and trimmed them from the log. */
describe('memory that is behind what the log keeps', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'talk' })

  const say = (content: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })
  const register = async () => {
    const state = await ann.client.call(registerQueue, { event_types: ['message'], fetch_event_types: [] })
    return { queue_id: state.queue_id!, last_event_id: state.last_event_id }
  }
  const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

  /** Another process writes five rows, and the log keeps the last `kept`. Only the tables contain the changes. */
  const fallBehind = async (kept: number, fullName: string) => {
    const { id, seq } = server.realm
    await query('update account set full_name = $1 where id = $2', [fullName, ann.id])
    await query('update realm_log set seq = seq + 5, floor = seq + 6 - $1 where realm_id = $2', [kept, id])
    for (let row = seq + 6 - kept; row <= seq + 5; row += 1)
      await query('insert into event_log (realm_id, seq, at, audience, payload) values ($1, $2, 0, $3, $4)', [
        id,
        row,
        '{"to":"nobody"}',
        '{}',
      ])
  }

  test.each([
    ['nothing', 0],
    ['only the newest rows', 2],
  ])('is reloaded when the log has kept %s, and waiting changes are decided by the new state', async (_, kept) => {
    // A first message would also make its author follow the topic.
    await say('first')
    const before = server.realm.seq
    await fallBehind(kept, `Ann after ${kept}`)
    await say('anybody here?')
    expect(server.realm.seq).toBe(before + 6)
    expect(await ann.client.call(getOwnUser, {})).toMatchObject({ full_name: `Ann after ${kept}` })
  })

  test('is reloaded for a transaction too', async () => {
    await fallBehind(0, 'Ann in a transaction')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'another' }] })
    expect(await ann.client.call(getOwnUser, {})).toMatchObject({ full_name: 'Ann in a transaction' })
  })

  test('is reloaded by a read of the log head too', async () => {
    await fallBehind(0, 'Ann at the head')
    await (await server.ctx.realms.live(server.realm.id)).bringToHead()
    expect(await ann.client.call(getOwnUser, {})).toMatchObject({ full_name: 'Ann at the head' })
  })

  test('is reloaded even if the requests that wait for it hold all the connections', async () => {
    await fallBehind(0, 'Ann in a crowd')
    const live = await server.ctx.realms.live(server.realm.id)
    const { db, pool } = server.ctx.database
    const looks = Array.from({ length: pool.options.max! + 1 }, () =>
      db.connection().execute((connection) => live.atSnapshot(connection, (position) => position)),
    )
    expect(new Set(await Promise.all(looks))).toEqual(new Set([live.seq]))
  })

  test('a waiting client has to register again and then sees what the log no longer has', async () => {
    const queue = await register()
    const waiting = ann.client.call(getEvents, queue)
    await expect.poll(() => server.ctx.queues.openPolls).toBe(1)
    await fallBehind(2, 'Ann')
    const { id } = await say('to nobody in particular')
    expect(await waiting).toMatchObject({ events: [] })
    await expect(ann.client.call(getEvents, queue)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })

    const next = await register()
    const heard = ann.client.call(getEvents, next)
    const later = await say('once more')
    expect(later.id).toBeGreaterThan(id)
    expect(await heard).toMatchObject({ events: [{ message: { id: later.id } }] })
  })

  test('a queue whose rows are all kept misses nothing', async () => {
    await say('before')
    const queue = await register()
    const { id, seq } = server.realm
    const first = await say('first')
    // Memory loses that row, as if another node had written it, and is then behind the kept log.
    await query('update realm_log set floor = $1 where realm_id = $2', [seq + 1, id])
    await query('delete from event_log where realm_id = $1 and seq <= $2', [id, seq])
    const { info, messageIds, records } = server.realm
    server.realm.replaceWith(new RealmState(info, seq - 1, server.ctx.clock, messageIds, records))
    const second = await say('second')
    const { events } = await ann.client.call(getEvents, { ...queue, dont_block: true })
    expect(events).toMatchObject([{ message: { id: first.id } }, { message: { id: second.id } }])
  })
})
