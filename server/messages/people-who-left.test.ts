import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Event } from '../../api/events/index.ts'
import { explains } from '../../test/events-explain-state.ts'
import type { Person } from '../../test/harness.ts'
import { guest } from '../../test/people.ts'
import { useServer } from '../../test/use-server.ts'

const { deleteMessage, deleteTopic, getMessage, getMessages, sendMessage, subscribe, unsubscribe, updateMessage } =
  endpoints

const NEWEST = { max_message_id: 'the newest message is gone' }

/** Bob has left the channel, and still has the messages that he received in it. */
describe('people who have left a public channel', () => {
  const { server, ann, bob, eve } = useServer({ members: ['ann', 'bob'], administrators: ['eve'], channel: 'lunch' })
  let topic: string
  let ids: number[]
  let count = 0

  beforeAll(async () => {
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, eve.id] }
    await ann.client.call(subscribe, { ...secret, history_public_to_subscribers: true })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'dinner' }], principals: [ann.id, eve.id] })
    for (const name of ['lunch', 'secret', 'dinner']) await say(name, 'first')
  })
  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    await join(bob, 'lunch')
    ids = [await say('lunch', topic), await say('lunch', topic)]
    await leave(bob, 'lunch')
  })

  const say = async (to: string, name: string, content = 'Hello') =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic: name, content })).id
  const join = (person: Person, name: string) =>
    ann.client.call(subscribe, { subscriptions: [{ name }], principals: [person.id] })
  const leave = (person: Person, name: string) => person.client.call(unsubscribe, { subscriptions: [name] })
  const change = (args: object, message_id = ids[0]!) =>
    ann.client.call(updateMessage, { message_id, send_notification_to_new_thread: false, ...args })
  const all = { propagate_mode: 'change_all' }
  const about = (events: readonly Event[] = []) =>
    events.filter(({ type }) => type === 'update_message' || type === 'delete_message')

  test('get the event of an edit of what they have, with its flags', async () => {
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow: [] }
    const { messages } = await bob.client.call(getMessages, page)
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const told = await explains({ Bob: bob.client, Ann: ann.client }, () => change({ content: 'Salted' }))
    const event = { type: 'update_message', message_id: ids[0], content: 'Salted' }
    expect(told).toMatchObject({ Bob: [{ ...event, flags: ['read'] }], Ann: [event] })
  })

  test('get the event of a move to another topic', async () => {
    const told = await explains({ Bob: bob.client }, () => change({ topic: `stew ${count}`, ...all }))
    expect(told['Bob']).toMatchObject([{ type: 'update_message', message_ids: ids, subject: `stew ${count}` }])
  })

  test('get the event of a deletion, one by one and of a whole topic', async () => {
    const [first = 0, second = 0] = ids
    const watchers = { Bob: bob.client }
    const told = await explains(watchers, () => ann.client.call(deleteMessage, { message_id: first }))
    expect(told['Bob']).toMatchObject([{ type: 'delete_message', message_ids: [first] }])
    const removed = { stream_id: server.channelId('lunch'), topic_name: topic }
    const again = await explains(watchers, () => eve.client.call(deleteTopic, removed), NEWEST)
    expect(again['Bob']).toMatchObject([{ type: 'delete_message', message_ids: [second] }])
  })

  test('lose what is moved to a channel that they cannot read', async () => {
    const told = await explains({ Bob: bob.client }, () => change({ stream_id: server.channelId('secret'), ...all }))
    const gone = { type: 'delete_message', stream_id: server.channelId('lunch'), topic, message_ids: ids }
    expect(told['Bob']).toMatchObject([gone])
    const later = await explains({ Bob: bob.client }, () => change({ content: 'Hidden' }))
    expect(later['Bob']).toEqual([])
  })

  test('get the events of what came from another channel while they were there', async () => {
    for (const name of ['lunch', 'dinner']) await join(bob, name)
    const id = await say('dinner', topic)
    const later = await server.person('Later')
    await change({ stream_id: server.channelId('lunch') }, id)
    await join(later, 'lunch')
    for (const person of [bob, later]) await leave(person, 'lunch')
    await leave(bob, 'dinner')
    const watchers = { Bob: bob.client, Later: later.client }
    const told = await explains(watchers, () => change({ content: 'Salted' }, id))
    expect(told).toMatchObject({ Bob: [{ type: 'update_message', message_id: id }], Later: [] })
    const removed = await explains(watchers, () => ann.client.call(deleteMessage, { message_id: id }), NEWEST)
    expect(removed).toMatchObject({ Bob: [{ type: 'delete_message', message_ids: [id] }], Later: [] })
  })

  test('hear nothing of what was sent before they came or after they left', async () => {
    const fresh = await say('lunch', `later ${count}`)
    const told = await explains({ Bob: bob.client }, () => change({ content: 'Salted' }, fresh))
    expect(about(told['Bob'])).toEqual([])
    const late = await server.person('Late', 'lunch')
    await leave(late, 'lunch')
    const older = await explains({ Late: late.client }, () => change({ content: 'Salted' }))
    expect(about(older['Late'])).toEqual([])
  })

  test('are told once if they came back', async () => {
    await join(bob, 'lunch')
    const told = await explains({ Bob: bob.client }, () => change({ content: 'Salted' }))
    expect(told['Bob']).toMatchObject([{ type: 'update_message', message_id: ids[0] }])
  })

  test('hear nothing if they cannot read it any more: guests, and those who left a private channel', async () => {
    const gus = await guest(server, 'Gus')
    const kim = await server.person('Kim')
    await join(gus, 'lunch')
    await join(kim, 'secret')
    const content = '@**Gus** @**Kim** Hello'
    const [shown, hidden] = [await say('lunch', topic, content), await say('secret', topic, content)]
    await leave(gus, 'lunch')
    await leave(kim, 'secret')
    const watchers = { Gus: gus.client, Kim: kim.client }
    const told = await explains(
      watchers,
      async () => {
        for (const id of [shown, hidden]) await change({ content: 'Salted' }, id)
        for (const id of [shown, hidden]) await change({ topic: `stew ${count}` }, id)
        await change({ stream_id: server.channelId('dinner') }, shown)
        for (const message_id of [shown, hidden]) await ann.client.call(deleteMessage, { message_id })
      },
      NEWEST,
    )
    expect(about([...told['Gus']!, ...told['Kim']!])).toEqual([])
  })

  test('keep what they had', async () => {
    const { message } = await bob.client.call(getMessage, { message_id: ids[0]! })
    expect(message.flags).toEqual(['read'])
  })
})
