import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { badRequest } from '../../../api/errors.ts'
import type { Person } from '../../../test/harness.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { createChannel, PLAIN_CHANNEL } from '../../channels/create-channel.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import { everyone } from '../log/audience.ts'
import { LOG_VERSION } from '../log/log-row.ts'
import type { Tx } from './tx.ts'

const { getMessages } = endpoints

describe('a transaction', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk' })

  const transact = <T>(work: (tx: Tx) => Promise<T>) => server.ctx.transact(server.realm.id, work)
  const userOf = ({ id }: Person) => server.realm.users.get(id)!
  const about = (name: string) => ({ name, description: '', renderedDescription: '' })
  const createWithAnn = async (tx: Tx, name: string) => {
    const channel = await createChannel(tx, ann.id, about(name), PLAIN_CHANNEL, [ann.id])
    await subscribeUsers(tx, [channel], [userOf(ann)], [channel])
    return channel
  }
  const count = async (table: string) =>
    (await server.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

  test('sees its own changes, which are invisible to others until the commit', async () => {
    const channel = await transact(async (tx) => {
      const made = await createWithAnn(tx, 'plans')
      expect(tx.realm.channelByName('Plans')).toEqual(made)
      expect([...tx.realm.memberships.subscribers(made.id)]).toEqual([ann.id])
      expect(tx.realm.memberships.channelsOf(ann.id)).toContain(made.id)
      expect(server.realm.channelByName('plans')).toBeUndefined()
      expect(server.realm.memberships.isSubscribed(ann.id, made.id)).toBe(false)
      return made
    })
    expect(server.realm.channelByName('plans')).toEqual(channel)
    expect(server.realm.memberships.isSubscribed(ann.id, channel.id)).toBe(true)
  })

  test('that fails leaves nothing: no rows, no messages, no audit line, no event, unchanged memory', async () => {
    const events = await watchEvents(bob.client)
    const before = { seq: server.realm.seq, channels: server.realm.channels.size, messages: await count('message') }
    const talk = server.realm.channelByName('talk')!
    const failing = transact(async (tx) => {
      await createWithAnn(tx, 'never')
      await tx.send({ senderId: ann.id, to: { channelId: talk.id, topic: 'x' }, content: 'never' })
      tx.audit({ action: 'channel created', target: { kind: 'channel', id: 1 } })
      throw badRequest('on second thought')
    })
    await expect(failing).rejects.toThrow('on second thought')
    const after = { seq: server.realm.seq, channels: server.realm.channels.size, messages: await count('message') }
    expect(after).toEqual(before)
    expect(await count(`audit_log where target_kind = 'channel'`)).toBe(0)
    expect(await events()).toEqual([])
  })

  test('sends messages in the order of its events, to channels and to new direct conversations', async () => {
    const events = await watchEvents(bob.client)
    const talk = server.realm.channelByName('talk')!
    const sent = await transact(async (tx) => {
      const to = { channelId: talk.id, topic: 'news' }
      const first = await tx.send({ senderId: ann.id, to, content: 'first' })
      tx.emit({ type: 'realm_user', op: 'update', person: { user_id: ann.id, full_name: 'Ann' } }, everyone)
      const second = await tx.send({ senderId: ann.id, to, content: 'second for @**Bob**' })
      const direct = await tx.send({ senderId: ann.id, to: { userIds: [bob.id] }, content: 'to you' })
      return [first.id, second.id, direct.id]
    })
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(await events()).toMatchObject([
      { type: 'message', message: { id: sent[0], content: 'first', subject: 'news' }, flags: [] },
      { type: 'realm_user' },
      { type: 'message', message: { id: sent[1] }, flags: ['mentioned'] },
      { type: 'message', message: { id: sent[2], type: 'private' } },
    ])
    const { messages } = await bob.client.call(getMessages, { anchor: 'newest', num_before: 3, num_after: 0 })
    expect(messages.map(({ id }) => id)).toEqual(sent)
    const { rows } = await server.database.pool.query(
      'select seq from event_log where realm_id = $1 order by seq desc limit 4',
      [server.realm.id],
    )
    expect(rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3].map((back) => server.realm.seq - back))
  })

  test('sends into a channel that it has just created', async () => {
    const { channel, id } = await transact(async (tx) => {
      const made = await createWithAnn(tx, 'fresh')
      const to = { channelId: made.id, topic: 'hello' }
      return { channel: made, ...(await tx.send({ senderId: ann.id, to, content: 'Welcome' })) }
    })
    const narrow = [{ operator: 'channel', operand: channel.id, negated: false }]
    const { messages } = await ann.client.call(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow })
    expect(messages).toMatchObject([{ id, stream_id: channel.id, subject: 'hello' }])
  })

  test('records who changed what and from where; the server itself has no account and no address', async () => {
    const target = { kind: 'channel', id: 7 } as const
    const actor = { realm: server.realm, user: userOf(ann), client: 'website', address: '203.0.113.5' }
    await server.ctx.transactAs(actor, [], async (tx) =>
      tx.audit({ action: 'channel archived', target, details: { a: 1 } }),
    )
    await transact(async (tx) => tx.audit({ action: 'channel restored', target }))
    const { rows } = await server.database.pool.query(
      `select realm_id, actor_id, address, client, action, target_kind, target_id, details from audit_log
       where target_kind = 'channel' order by id`,
    )
    const common = { realm_id: server.realm.id, target_kind: 'channel', target_id: 7 }
    expect(rows).toEqual([
      {
        ...common,
        actor_id: ann.id,
        address: '203.0.113.5',
        client: 'website',
        action: 'channel archived',
        details: { a: 1 },
      },
      { ...common, actor_id: null, address: null, client: 'server', action: 'channel restored', details: {} },
    ])
  })

  test('writes jobs to the log, where clients do not see them', async () => {
    await transact(async (tx) => tx.after({ task: 'count', payload: { to: 3 } }))
    const { rows } = await server.database.pool.query(
      'select audience, payload from event_log where realm_id = $1 order by seq desc limit 1',
      [server.realm.id],
    )
    expect(JSON.parse(rows[0].audience)).toEqual({ to: 'nobody' })
    expect(JSON.parse(rows[0].payload)).toEqual({ v: LOG_VERSION, jobs: [{ task: 'count', payload: { to: 3 } }] })
  })
})
