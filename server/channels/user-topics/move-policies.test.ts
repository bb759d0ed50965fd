import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, guest } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { POLICY, type Policy } from './policy.ts'

const { deleteMessage, deleteTopic, getMessage, registerQueue, sendMessage, subscribe } = endpoints
const { updateMessage, updateSettings, updateUserTopic } = endpoints
const { none, muted, unmuted, followed } = POLICY

describe('what people have set for a topic', () => {
  const { server, ann, bob, cho, eve } = useServer({
    members: ['ann', 'bob', 'cho'],
    administrators: ['eve'],
    channel: 'lunch',
  })
  let topic: string
  let ids: number[]
  let count = 0

  beforeAll(async () => {
    // Otherwise Ann follows what she starts.
    await changeAccount(server, ann.id, { settings: JSON.stringify({ automatically_follow_topics_policy: 4 }) })
    await eve.client.call(subscribe, { subscriptions: [{ name: 'lunch' }, { name: 'dinner' }] })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, cho.id] }
    await ann.client.call(subscribe, { ...secret, history_public_to_subscribers: true })
    for (const name of ['lunch', 'dinner', 'secret']) await say('first', name)
  })
  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    ids = [await say(topic), await say(topic)]
  })

  const say = async (name: string, to = 'lunch') =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic: name, content: 'Hello' })).id
  const set = (person: Person, policy: Policy, name = topic, to = 'lunch') =>
    person.client.call(updateUserTopic, { stream_id: server.channelId(to), topic: name, visibility_policy: policy })
  const policyOf = async (person: Person, name: string, to = 'lunch'): Promise<number> => {
    const state = await person.client.call(registerQueue, {
      fetch_event_types: ['user_topic'],
      event_types: [],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    })
    const key = name.toLowerCase()
    const one = state.user_topics!.find(
      (row) => row.stream_id === server.channelId(to) && row.topic_name.toLowerCase() === key,
    )
    return one?.visibility_policy ?? none
  }
  const move = (args: object, message_id = ids[0]!) =>
    ann.client.call(updateMessage, {
      message_id,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      ...args,
    })
  const everybody = () => ({ Ann: ann.client, Bob: bob.client, Cho: cho.client })
  const policies = (events: readonly Event[] | undefined) =>
    (events ?? []).flatMap((event) =>
      event.type === 'user_topic' ? [[event.topic_name, event.visibility_policy] as const] : [],
    )

  test('follows the whole topic to its new name, with events', async () => {
    await set(bob, muted)
    await set(cho, followed)
    const name = `stew ${count}`
    const told = await explains(everybody(), () => move({ topic: name }))
    expect(policies(told['Bob'])).toEqual([
      [topic, none],
      [name, muted],
    ])
    expect(policies(told['Cho'])).toEqual([
      [topic, none],
      [name, followed],
    ])
    expect(policies(told['Ann'])).toEqual([])
    expect([await policyOf(bob, topic), await policyOf(bob, name)]).toEqual([none, muted])
  })

  test('follows it when it is resolved and unresolved; followers keep the notice unread', async () => {
    await set(bob, followed)
    await set(cho, muted)
    const told = await explains(everybody(), () => move({ topic: `✔ ${topic}` }))
    expect(policies(told['Bob']).at(-1)).toEqual([`✔ ${topic}`, followed])
    const notice = told['Bob']!.find((event) => event.type === 'message')!
    const flags = async (person: Person) =>
      (await person.client.call(getMessage, { message_id: (notice as { message: { id: number } }).message.id })).message
        .flags
    expect(await flags(bob)).toEqual([])
    expect(await flags(cho)).toEqual(['read'])
    const { settings } = server.realm.users.get(bob.id)!
    await changeAccount(server, bob.id, {
      settings: JSON.stringify({ ...settings, resolved_topic_notice_auto_read_policy: 'always' }),
    })
    await server.owner.call(deleteMessage, { message_id: (notice as { message: { id: number } }).message.id })
    const again = await explains(everybody(), () => move({ topic }))
    expect(policies(again['Bob']).at(-1)).toEqual([topic, followed])
    expect(again['Bob']!.at(-1)).toMatchObject({ type: 'message', flags: ['read'] })
    await changeAccount(server, bob.id, { settings: '{}' })
  })

  test.each([
    ['always' as const, ['read'], ['read']],
    ['except_followed' as const, [], ['read']],
    ['never' as const, [], []],
  ])(
    'resolved_topic_notice_auto_read_policy %s decides who reads the notice by themselves',
    async (policy, ofFollowed, ofOther) => {
      for (const person of [bob, cho])
        await person.client.call(updateSettings, { resolved_topic_notice_auto_read_policy: policy })
      await set(bob, followed)
      const told = await explains(everybody(), () => move({ topic: `✔ ${topic}` }))
      expect(told['Bob']!.at(-1)).toMatchObject({ type: 'message', flags: ofFollowed })
      expect(told['Cho']!.at(-1)).toMatchObject({ type: 'message', flags: ofOther })
      for (const person of [bob, cho]) await changeAccount(server, person.id, { settings: '{}' })
    },
  )

  test('stays where a part of the topic stays', async () => {
    await set(bob, muted)
    await move({ topic: `part ${count}`, propagate_mode: 'change_one' })
    expect([await policyOf(bob, topic), await policyOf(bob, `part ${count}`)]).toEqual([muted, none])
    await explains(everybody(), () => move({ topic: `part ${count}`, propagate_mode: 'change_one' }, ids[1]))
    expect(await policyOf(bob, topic)).toBe(none)
  })

  test('stays with a change of case', async () => {
    await set(bob, muted)
    const told = await explains(everybody(), () => move({ topic: topic.toUpperCase() }))
    expect(policies(told['Bob'])).toEqual([])
    expect(await policyOf(bob, topic.toUpperCase())).toBe(muted)
  })

  test.each<[Policy, Policy, Policy]>([
    [muted, none, none],
    [none, muted, none],
    [muted, muted, muted],
    [muted, unmuted, unmuted],
    [unmuted, followed, followed],
    [followed, muted, followed],
    [none, unmuted, unmuted],
    [unmuted, none, unmuted],
  ])('becomes the more visible of the two in a merge: %i and %i give %i', async (moved, there, expected) => {
    const other = `other ${count}`
    await say(other)
    if (moved !== none) await set(bob, moved)
    if (there !== none) await set(bob, there, other)
    const told = await explains(everybody(), () => move({ topic: other }))
    expect([await policyOf(bob, topic), await policyOf(bob, other)]).toEqual([none, expected])
    expect(policies(told['Bob']).filter(([name]) => name === other)).toEqual(
      expected === there ? [] : [[other, expected]],
    )
  })

  test('moves along to a name that only some had set something for', async () => {
    const name = `fresh ${count}`
    await set(bob, followed, name)
    await set(cho, followed, name)
    await set(bob, muted)
    await move({ topic: name })
    expect([await policyOf(bob, name), await policyOf(cho, name)]).toEqual([muted, followed])
  })

  test('goes to another channel, but not for people who may not read it', async () => {
    await set(bob, followed)
    await set(cho, muted)
    const told = await explains(everybody(), () => move({ stream_id: server.channelId('secret') }))
    expect(policies(told['Bob'])).toEqual([[topic, none]])
    expect(await policyOf(cho, topic, 'secret')).toBe(muted)
    expect(await policyOf(cho, topic)).toBe(none)
    const gus = await guest(server, 'Gus')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: [gus.id] })
    const [one, two] = [`public ${count}`, await say(`public ${count}`)]
    await set(gus, followed, one)
    await set(bob, followed, one)
    await explains({ Gus: gus.client, Bob: bob.client }, () => move({ stream_id: server.channelId('dinner') }, two))
    expect(await policyOf(bob, one, 'dinner')).toBe(followed)
    const { rows } = await server.database.pool.query('select from user_topic where user_id = $1', [gus.id])
    expect(rows).toEqual([])
  })

  test('is reset when the topic is deleted, for everybody', async () => {
    await set(bob, muted)
    await set(cho, followed)
    const told = await explains(
      everybody(),
      () => eve.client.call(deleteTopic, { stream_id: server.channelId('lunch'), topic_name: topic }),
      { max_message_id: 'the newest message is gone' },
    )
    expect(policies(told['Bob'])).toEqual([[topic, none]])
    expect(policies(told['Cho'])).toEqual([[topic, none]])
    expect(policies(told['Ann'])).toEqual([])
  })

  test('is reset also when the messages were deleted before', async () => {
    await set(bob, muted)
    await set(cho, followed)
    await set(bob, followed, 'first')
    for (const message_id of ids) await eve.client.call(deleteMessage, { message_id })
    expect(await policyOf(bob, topic)).toBe(muted)
    const told = await explains(everybody(), async () => {
      const args = { stream_id: server.channelId('lunch'), topic_name: ` ${topic.toUpperCase()}` }
      expect(await eve.client.call(deleteTopic, args)).toEqual({ complete: true })
    })
    expect(policies(told['Bob'])).toEqual([[topic.toUpperCase(), none]])
    expect(policies(told['Cho'])).toEqual([[topic.toUpperCase(), none]])
    expect(await policyOf(bob, 'first')).toBe(followed)
    await set(bob, none, 'first')
  })

  test('stays while the topic has messages that the caller may not read', async () => {
    const own = { subscriptions: [{ name: 'protected' }] }
    await ann.client.call(subscribe, { ...own, invite_only: true, principals: [ann.id, bob.id] })
    await say(topic, 'protected')
    await ann.client.call(subscribe, { ...own, principals: [eve.id] })
    await set(bob, followed, topic, 'protected')
    const args = { stream_id: server.channelId('protected'), topic_name: topic }
    expect(await eve.client.call(deleteTopic, args)).toEqual({ complete: true })
    expect(await policyOf(bob, topic, 'protected')).toBe(followed)
  })

  test('leaves nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
