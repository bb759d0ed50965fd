import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { group } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { deleteTopic, getMessages, markAllAsRead, registerQueue, sendMessage, subscribe, updateMessageFlags } = endpoints

const MOST_UNREAD = 50_000

/** One request of one person must not cost more the more people or messages it concerns. */
describe('a request costs the same', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'flood' })
  let ids: number[]

  beforeAll(async () => {
    await ann.client.call(sendMessage, { type: 'channel', to: 'flood', topic: 'x', content: 'first' })
    // Straight into the database: nobody sends to this channel afterwards, so memory need not know.
    await server.database.pool.query(
      `insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags, sent_at,
        client, content, rendered)
       select 10000000 + n, m.realm_id, m.sender_id, m.conv_id, m.topic_id, 10000000 + n, m.home_conv, m.hseq + n, m.mflags,
        m.sent_at, m.client, m.content, m.rendered
       from message m cross join generate_series(1, $1::int) n
       where m.conv_id = (select conv_id from channel where name = 'flood') and m.content = 'first'`,
      [MOST_UNREAD + 10],
    )
    const { rows } = await server.database.pool.query(
      `select m.id from message m join channel c on c.conv_id = m.conv_id where c.name = 'flood' order by 1`,
    )
    ids = rows.map(({ id }) => Number(id))
    await server.ctx.nodes.leave()
  })

  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const { statements } = server.ctx.database
    const before = statements.count
    await work()
    return statements.count - before
  }

  test('to mention everybody in a large channel: no row for each, and only with the permission', async () => {
    const people = Array.from({ length: 300 }, (_, n) => `('crowd${n}@example.org', 'Crowd ${n}')`)
    const { rows } = await server.database.pool.query(
      `insert into account (realm_id, delivery_email, full_name, role, date_joined, api_key_hash, api_key_sealed)
       select ${server.realm.id}, mail, name, 400, 1, 'hash ' || mail, '' from (values ${people.join()}) p (mail, name)
       returning id`,
    )
    await server.ctx.transact(server.realm.id, async (tx) => {
      const { userFromRow } = await import('../../kernel/realm-state/from-rows.ts')
      const accounts = await tx.db.selectFrom('account').selectAll().where('full_name', 'like', 'Crowd %').execute()
      tx.record(accounts.map((row) => ({ put: 'user', value: userFromRow(row, tx.realm.info.host) })))
    })
    const crowd = rows.map(({ id }) => Number(id))
    await ann.client.call(subscribe, {
      subscriptions: [{ name: 'crowd' }],
      principals: [ann.id, bob.id, ...crowd],
      send_new_subscription_messages: false,
    })
    const all = { type: 'channel', to: 'crowd', topic: 'x', content: '@**all**' } as const
    await refused(ann.client.call(sendMessage, all), NOT_ALLOWED, { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' })
    await server.owner.call(subscribe, { subscriptions: [{ name: 'crowd' }] })
    const count = async () => Number((await server.database.pool.query('select count(*) from user_flag')).rows[0].count)
    await server.owner.call(sendMessage, { ...all, content: 'warm' })
    const before = await count()
    expect(await during(() => server.owner.call(sendMessage, all))).toBe(1)
    expect(await count()).toBe(before)
  })

  test('to mention a group of groups: each person once', async () => {
    const inner = await group(server, { name: 'inner', members: [ann, bob] })
    const middle = await group(server, { name: 'middle', members: [bob], subgroups: [inner] })
    await group(server, { name: 'outer', members: [ann], subgroups: [middle, inner] })
    const say = { type: 'channel', to: 'crowd', topic: 'x', content: '@*outer* @*middle* @*inner*' } as const
    const { id } = await ann.client.call(sendMessage, say)
    const { rows } = await server.database.pool.query('select user_id from user_flag where message_id = $1', [id])
    expect(rows.map((row) => row.user_id).toSorted()).toEqual([ann.id, bob.id].toSorted())
  })

  test('to register with more unread messages than are shown', async () => {
    const { unread_msgs: unread } = await bob.client.call(registerQueue, {
      fetch_event_types: ['message', 'update_message_flags'],
      event_types: [],
    })
    const shown = unread!.streams.find((one) => one.unread_message_ids.includes(ids.at(-1)!))!
    const total = [...unread!.streams, ...unread!.pms, ...unread!.huddles].flatMap((one) => one.unread_message_ids)
    expect(unread).toMatchObject({ old_unreads_missing: true, count: MOST_UNREAD })
    expect(total).toHaveLength(MOST_UNREAD)
    expect(shown.unread_message_ids).not.toContain(ids[0])
  })

  test('to mark 20 or 5,000 messages, and everything', async () => {
    const mark = (count: number, op: string, flag = 'read') =>
      during(() => bob.client.call(updateMessageFlags, { messages: ids.slice(-count), op, flag }))
    for (const flag of ['read', 'starred']) {
      const few = await mark(20, 'add', flag)
      expect(await mark(5_000, 'add', flag)).toBe(few)
      const back = await mark(20, 'remove', flag)
      expect(await mark(5_000, 'remove', flag)).toBe(back)
    }
    const everything = await during(() => bob.client.call(markAllAsRead, {}))
    expect(everything).toBeLessThanOrEqual(12)
    const unread = [{ operator: 'is', operand: 'unread', negated: false }]
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow: unread }
    expect((await bob.client.call(getMessages, page)).messages).toEqual([])
  })

  test('to delete a topic of any size: so much in one request, and the answer says that more is left', async () => {
    const stream_id = server.channelId('flood')
    expect(await server.owner.call(deleteTopic, { stream_id, topic_name: 'x' })).toEqual({ complete: false })
    const { rows } = await server.database.pool.query(
      `select count(*)::int from message m join channel c on c.conv_id = m.conv_id where c.name = 'flood'`,
    )
    expect(rows[0].count).toBe(ids.length - 10_000)
  })
})

const NOT_ALLOWED = 'You do not have permission to use channel wildcard mentions in this channel.'
