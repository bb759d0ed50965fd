import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { bot, changeAccount, group } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import type { SettingValues } from '../../kernel/realm-state/user-settings.ts'

const { addAlertWords, addReaction, registerQueue, sendMessage, subscribe, updateMessage } = endpoints
const { updateSubscriptionProperty, updateUserTopic } = endpoints

describe('taking part in a topic', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })
  let count = 0

  const newTopic = () => `topic ${++count}`
  const stream_id = () => server.channelId('lunch')
  const send = ({ client }: Person, topic: string, content = 'Hi') =>
    client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content })
  const says = async (person: Person, topic: string) => (await send(person, topic)).automatic_new_visibility_policy
  const policyOf = async ({ client }: Person, topic: string) =>
    (await client.call(registerQueue, {})).user_topics!.find((one) => one.topic_name === topic)?.visibility_policy
  const settings = ({ id }: Person, own: Partial<SettingValues>) =>
    changeAccount(server, id, { settings: JSON.stringify(own) })
  const policies = (person: Person, follow: 1 | 2 | 3 | 4, unmute: 1 | 2 | 3 | 4) =>
    settings(person, {
      automatically_follow_topics_policy: follow,
      automatically_unmute_topics_in_muted_streams_policy: unmute,
    })
  const mute = ({ client }: Person, value: boolean) =>
    client.call(updateSubscriptionProperty, { stream_id: stream_id(), property: 'is_muted', value })
  const set = ({ client }: Person, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    client.call(updateUserTopic, { stream_id: stream_id(), topic, visibility_policy })

  test('starting one follows it, by default; others who write there do not', async () => {
    const topic = newTopic()
    const told = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
      expect(await says(ann, topic)).toBe(3)
    })
    expect(told['Ann']).toMatchObject([{ type: 'message' }, { type: 'user_topic', visibility_policy: 3 }])
    expect(told['Bob']).toMatchObject([{ type: 'message' }])
    expect(await says(ann, topic)).toBeUndefined()
    expect(await says(bob, topic)).toBeUndefined()
    expect(await policyOf(ann, topic)).toBe(3)
    expect(await policyOf(bob, topic)).toBeUndefined()
  })

  test('an old topic is not new to a server that has just started', async () => {
    const topic = newTopic()
    await says(ann, topic)
    const other = await startTestServer({ beside: server })
    const there = { ...bob, client: await other.clientOf(bob.id) }
    expect(await says(there, topic)).toBeUndefined()
    await other.close()
  })

  // What the person did by the settings "follow" and "unmute", in a channel that is muted or not.
  test.each([
    [1, 4, false, { start: 3, send: 3, react: 3 }],
    [2, 4, false, { start: 3, send: 3, react: undefined }],
    [3, 4, false, { start: 3, send: undefined, react: undefined }],
    [4, 1, false, { start: undefined, send: undefined, react: undefined }],
    [4, 1, true, { start: 2, send: 2, react: 2 }],
    [4, 2, true, { start: 2, send: 2, react: undefined }],
    [4, 3, true, { start: 2, send: undefined, react: undefined }],
    [3, 2, true, { start: 3, send: 2, react: undefined }],
    [4, 4, true, { start: undefined, send: undefined, react: undefined }],
  ] as const)('with %i and %i, muted: %s', async (follow, unmute, isMuted, expected) => {
    const [started, joined, liked] = [newTopic(), newTopic(), newTopic()]
    await policies(bob, follow, unmute)
    await mute(bob, isMuted)
    await send(ann, joined)
    const { id: message_id } = await send(ann, liked)
    expect({ start: await says(bob, started), send: await says(bob, joined) }).toEqual({
      start: expected.start,
      send: expected.send,
    })
    await explains({ Bob: bob.client }, () => bob.client.call(addReaction, { message_id, emoji_name: 'tada' }))
    expect(await policyOf(bob, liked)).toBe(expected.react)
    await mute(bob, false)
  })

  test('never makes a topic less visible', async () => {
    const topic = newTopic()
    await send(ann, topic)
    await policies(bob, 4, 2)
    await mute(bob, true)
    await set(bob, topic, 3)
    expect(await says(bob, topic)).toBeUndefined()
    expect(await policyOf(bob, topic)).toBe(3)
    await set(bob, topic, 1)
    expect(await says(bob, topic)).toBe(2)
    await policies(bob, 2, 2)
    expect(await says(bob, topic)).toBe(3)
    await mute(bob, false)
  })

  describe('by being mentioned', () => {
    test('follows, unless the person has muted the topic or does not want it', async () => {
      await settings(bob, {})
      // The welcomes of new accounts are jobs too.
      await server.runJobs()
      const [plain, muted, unwanted] = [newTopic(), newTopic(), newTopic()]
      await set(bob, muted, 1)
      const told = await explains({ Bob: bob.client }, async () => {
        await send(ann, plain, 'Hello @**Bob**')
        await server.runJobs()
      })
      expect(told['Bob']).toMatchObject([{ type: 'message' }, { type: 'user_topic', visibility_policy: 3 }])
      await send(ann, muted, '@**Bob**')
      await server.runJobs()
      expect(await policyOf(bob, muted)).toBe(1)
      await settings(bob, { automatically_follow_topics_where_mentioned: false })
      await send(ann, unwanted, '@**Bob**')
      await server.runJobs()
      expect(await policyOf(bob, unwanted)).toBeUndefined()
      await settings(bob, {})
    })

    test('is also by a group, loudly, for its people in the channel', async () => {
      const cho = await server.person('Cho of the cooks')
      const dan = await server.person('Dan', 'lunch')
      const robot = await bot(server, 'Cooking robot', ann)
      const taster = await group(server, { name: 'tasters', members: [dan] })
      await group(server, { name: 'cooks', members: [bob, cho, robot], subgroups: [taster] })
      await settings(dan, { automatically_follow_topics_where_mentioned: false })
      await server.runJobs()
      const [loud, silent] = [newTopic(), newTopic()]
      const told = await explains({ Bob: bob.client, Dan: dan.client, Cho: cho.client }, async () => {
        await send(ann, loud, '@*cooks*')
        await send(ann, silent, '@_*cooks*')
        await server.runJobs()
      })
      const followed = { type: 'user_topic', topic_name: loud, visibility_policy: 3 }
      expect(told['Bob']).toMatchObject([{ type: 'message', flags: ['mentioned'] }, { type: 'message' }, followed])
      expect(told['Dan']!.map(({ type }) => type)).toEqual(['message', 'message'])
      expect(told['Cho']).toEqual([])
    })

    test('is not by an alert word or by writing to all who take part', async () => {
      const topic = newTopic()
      await bob.client.call(addAlertWords, { alert_words: ['pudding'] })
      await policies(bob, 4, 4)
      await send(bob, topic)
      await send(ann, topic, '@**topic** pudding')
      await server.runJobs()
      expect(await policyOf(bob, topic)).toBeUndefined()
      await settings(bob, {})
    })

    test('is loud, not of all, and in a channel that the person is subscribed to', async () => {
      const cho = await server.person('Cho')
      const [silent, all, outside] = [newTopic(), newTopic(), newTopic()]
      await send(ann, silent, '@_**Bob**')
      await send(ann, all, '@**all**')
      await send(ann, outside, '@**Cho**')
      await server.runJobs()
      expect([await policyOf(bob, silent), await policyOf(bob, all)]).toEqual([undefined, undefined])
      expect(await policyOf(cho, outside)).toBeUndefined()
    })
  })

  test('returns the same answer for a repeated send', async () => {
    const message = { type: 'channel', to: 'lunch', topic: newTopic(), content: 'Hi' } as const
    const sendOnce = () => ann.client.call(sendMessage, message, { idempotencyKey: message.topic })
    const first = await sendOnce()
    expect(first.automatic_new_visibility_policy).toBe(3)
    expect(await sendOnce()).toEqual(first)
  })

  test('is nothing for bots and in direct messages', async () => {
    const robot = await bot(server, 'Robot', ann)
    expect(await says(robot, newTopic())).toBeUndefined()
    const direct = { type: 'direct', to: JSON.stringify([bob.id]), content: 'Hi' } as const
    expect(await ann.client.call(sendMessage, direct)).not.toHaveProperty('automatic_new_visibility_policy')
  })

  describe('by a message that somebody moves to a new topic', () => {
    const begin = async (first: Person) => {
      const topic = newTopic()
      await send(ann, topic)
      const ids = [await send(first, topic), await send(ann, topic)].map(({ id }) => id)
      return { topic, id: ids[0]! }
    }
    const move = (message_id: number, to: object, propagate_mode: 'change_one' | 'change_later' = 'change_later') =>
      ann.client.call(updateMessage, { message_id, propagate_mode, send_notification_to_new_thread: false, ...to })

    test('its sender follows it as if they had started it, and the sender of a later one does not', async () => {
      await policies(ann, 4, 4)
      const { id, topic } = await begin(bob)
      const next = newTopic()
      const told = await explains({ Ann: ann.client, Bob: bob.client }, () => move(id, { topic: next }))
      const follows = { type: 'user_topic', stream_id: stream_id(), topic_name: next, visibility_policy: 3 }
      expect(told['Bob']).toMatchObject([{ type: 'update_message' }, follows])
      await settings(ann, {})
      const other = newTopic()
      await move(id, { topic: other }, 'change_one')
      expect([await policyOf(ann, other), await policyOf(bob, other)]).toEqual([undefined, 3])
      expect(await policyOf(bob, topic)).toBeUndefined()
    })

    test('its sender unmutes it in a muted channel, if they want that', async () => {
      await policies(bob, 4, 3)
      const { id } = await begin(bob)
      await mute(bob, true)
      const next = newTopic()
      await explains({ Bob: bob.client }, () => move(id, { topic: next }))
      expect(await policyOf(bob, next)).toBe(2)
      await mute(bob, false)
      await settings(bob, {})
    })

    test('nothing changes if its sender does not want that, or is a bot', async () => {
      await policies(bob, 4, 4)
      const helper = await bot(server, 'Mover', ann)
      for (const person of [bob, helper]) {
        const { id } = await begin(person)
        const told = await explains({ Bob: bob.client }, () => move(id, { topic: newTopic() }))
        expect(told['Bob']).toMatchObject([{ type: 'update_message' }])
      }
      await settings(bob, {})
    })

    test('nothing changes if the topic was there before, or its sender has muted it', async () => {
      const [old, hidden] = [newTopic(), newTopic()]
      await send(ann, old)
      await set(bob, hidden, 1)
      for (const topic of [old, hidden]) await move((await begin(bob)).id, { topic })
      expect([await policyOf(bob, old), await policyOf(bob, hidden)]).toEqual([undefined, 1])
    })

    test('nothing changes if its sender loses it', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'attic' }], invite_only: true })
      const { id } = await begin(bob)
      const to = { stream_id: server.channelId('attic') }
      const told = await explains({ Bob: bob.client }, () => move(id, to))
      expect(told['Bob']).toMatchObject([{ type: 'delete_message' }])
    })
  })
})
