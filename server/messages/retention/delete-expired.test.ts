import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { requireConversationLocks } from '../../../test/locks.ts'
import { changeChannel } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { features } from '../../features.ts'
import { allOf } from '../../kernel/feature.ts'
import { deleteExpired } from './delete-expired.ts'

const { getAuditLog, getEvents, getMessage, getMessages, registerQueue } = endpoints
const { sendMessage, subscribe, updateMessageFlags, updateRealm, updateStream } = endpoints

const DAY = 86_400
const NEWEST = { max_message_id: 'the newest message is gone' }

describe('messages expire', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch', clock })

  beforeAll(async () => {
    await requireConversationLocks(server)
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, principals: [ann.id, bob.id] }
    await ann.client.call(subscribe, { ...vault, history_public_to_subscribers: false })
    await ann.client.call(subscribe, {
      subscriptions: [{ name: 'archive' }, { name: 'old' }],
      principals: [ann.id, bob.id],
    })
    await server.runJobs()
  })

  const say = async (to: string, topic = 'soup', person = ann) =>
    (await person.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const whisper = async () =>
    (await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })).id
  const keep = (message_retention_days: number | string) => server.owner.call(updateRealm, { message_retention_days })
  const keepIn = (name: string, message_retention_days: number | string) =>
    server.owner.call(updateStream, { stream_id: server.channelId(name), message_retention_days })
  const runHourly = async () => {
    clock.pass(3_600)
    await deleteExpired(server.ctx, server.realm.id, new AbortController().signal)
    await server.runJobs()
  }
  const left = async (...ids: number[]) =>
    (await ann.client.call(getMessages, { message_ids: ids })).messages.map(({ id }) => id)

  test('in no organization that has not asked for it', async () => {
    const ids = [await say('lunch'), await whisper()]
    clock.pass(30 * DAY)
    await runHourly()
    expect(await left(...ids)).toEqual(ids)
    expect(allOf(features, 'recurring')).toContainEqual({
      name: 'message-retention',
      everySeconds: 3_600,
      run: deleteExpired,
    })
  })

  test('after the days of the organization, also between people', async () => {
    await keep(10)
    const old = [await say('lunch'), await say('lunch', 'stew'), await whisper(), await say('vault')]
    clock.pass(9 * DAY)
    const young = [await say('lunch'), await whisper(), await say('vault')]
    await runHourly()
    expect(await left(...old, ...young)).toEqual([...old, ...young])
    clock.pass(DAY)
    const told = await explains({ Ann: ann.client, Bob: bob.client }, runHourly)
    expect(await left(...old, ...young)).toEqual(young)
    const deleted = told['Bob']!.filter((event) => event.type === 'delete_message')
    expect(deleted.flatMap((event) => event.message_ids ?? [])).toEqual(expect.arrayContaining(old))
    expect(deleted).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ stream_id: server.channelId('lunch'), topic: 'stew', message_ids: [old[1]] }),
        expect.objectContaining({ message_type: 'private', message_ids: [old[2]] }),
      ]),
    )
  })

  test('after the days of the channel, where it has its own', async () => {
    await keep('unlimited')
    await keepIn('lunch', 3)
    const ids = [await say('lunch'), await say('archive'), await whisper()]
    clock.pass(3 * DAY)
    await runHourly()
    expect(await left(...ids)).toEqual(ids.slice(1))
    await keep(5)
    await keepIn('archive', 'unlimited')
    await keepIn('lunch', 'realm_default')
    const later = [await say('lunch'), await say('archive')]
    clock.pass(4 * DAY)
    await runHourly()
    expect(await left(ids[1]!, ids[2]!, ...later)).toEqual([ids[1], ...later])
    clock.pass(DAY)
    await runHourly()
    expect(await left(ids[1]!, ...later)).toEqual([ids[1], later[1]])
  })

  test('in archived channels too, with an event about the first message of a channel', async () => {
    await keepIn('old', 1)
    const first = await say('old')
    clock.pass(DAY)
    const second = await say('old')
    const told = await explains({ Ann: ann.client, Bob: bob.client }, runHourly)
    const update = { type: 'stream', op: 'update', stream_id: server.channelId('old'), property: 'first_message_id' }
    expect(told['Bob']).toMatchObject([{ message_ids: [first] }, { ...update, value: second }])
    const id = server.channelId('old')
    await changeChannel(server, id, { is_archived: true })
    clock.pass(DAY)
    await explains({ Ann: ann.client }, runHourly, NEWEST)
    expect(await left(second)).toEqual([])
    await changeChannel(server, id, { is_archived: false })
  })

  test('piece by piece, one message at a time for clients that cannot take many', async () => {
    await keepIn('old', 1)
    const types = { event_types: ['delete_message'], fetch_event_types: [] }
    const queue = await bob.client.call(registerQueue, { ...types, idle_queue_timeout: 2 * DAY })
    const ids: number[] = []
    for (let n = 0; n < 130; n += 1) ids.push(await say('old', `topic ${n % 13}`))
    await bob.client.call(updateMessageFlags, { messages: ids.slice(0, 3), op: 'add', flag: 'starred' })
    clock.pass(DAY)
    const before = server.realm.seq
    await runHourly()
    expect(await left(...ids)).toEqual([])
    expect(server.realm.seq - before).toBeGreaterThanOrEqual(13)
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await bob.client.call(getEvents, poll)
    const single = events.map((event) => (event.type === 'delete_message' ? event.message_id : undefined))
    expect(single.toSorted()).toEqual(ids.toSorted())
  })

  test('for those who had them only, where history is protected', async () => {
    await keepIn('vault', 2)
    await runHourly()
    const early = await say('vault')
    const dan = await server.person('Dan')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [dan.id] })
    const late = await say('vault')
    clock.pass(2 * DAY)
    const told = await explains({ Ann: ann.client, Dan: dan.client }, runHourly, NEWEST)
    const ids = (name: string) =>
      told[name]!.flatMap((event) => (event.type === 'delete_message' ? (event.message_ids ?? []) : []))
    expect(ids('Ann').toSorted()).toEqual([early, late])
    expect(ids('Dan')).toEqual([late])
  })

  test('with an entry in the audit log', async () => {
    const { entries } = await server.owner.call(getAuditLog, {})
    expect(entries).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'expired messages deleted' })]))
  })

  test('and leave the rest as it was', async () => {
    await keep('unlimited')
    const id = await say('archive')
    clock.pass(3_000 * DAY)
    await runHourly()
    expect((await bob.client.call(getMessage, { message_id: id })).message.flags).toEqual([])
    expect(await breaches(server)).toEqual([])
  })
})
