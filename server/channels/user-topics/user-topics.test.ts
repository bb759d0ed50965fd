import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { changeChannel } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { archiveStream, getStreamTopics, muteTopic, registerQueue, sendMessage, subscribe } = endpoints
const { unsubscribe, updateStream, updateSubscriptionProperty, updateUserTopic } = endpoints

describe('topics', () => {
  const { server, ann, bob, cho, gus } = useServer({
    members: ['ann', 'bob'],
    outsiders: ['cho'],
    guests: ['gus'],
    channel: 'lunch',
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client }
  })

  const idOf = (name: string) => server.channelId(name)
  const say = async ({ client }: Person, to: string, topic: string, content = 'Hi') =>
    (await client.call(sendMessage, { type: 'channel', to, topic, content })).id
  const setPolicy = ({ client }: Person, name: string, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    client.call(updateUserTopic, { stream_id: idOf(name), topic, visibility_policy })
  const register = ({ client }: Person) =>
    client.call(registerQueue, { client_capabilities: { notification_settings_null: true, empty_topic_name: true } })

  describe('are listed', () => {
    const list = async ({ client }: Person, name: string, allow_empty_topic_name?: boolean) =>
      (await client.call(getStreamTopics, { stream_id: idOf(name), allow_empty_topic_name })).topics

    test('with the newest first, in the spelling of their first message', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'tea' }] })
      const first = await say(ann, 'tea', 'Green')
      const second = await say(ann, 'tea', '')
      expect(await list(ann, 'tea')).toEqual([
        { name: 'general chat', max_id: second },
        { name: 'Green', max_id: first },
      ])
      const third = await say(ann, 'tea', 'green')
      expect(await list(bob, 'tea', true)).toEqual([
        { name: 'Green', max_id: third },
        { name: '', max_id: second },
      ])
    })

    test('only as far as the caller may read', async () => {
      const options = { invite_only: true, history_public_to_subscribers: false }
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], ...options })
      await say(ann, 'vault', 'before')
      const old = await say(ann, 'vault', 'both')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [bob.id] })
      expect(await list(bob, 'vault')).toEqual([])
      const seen = await say(ann, 'vault', 'after')
      expect(await list(bob, 'vault')).toEqual([{ name: 'after', max_id: seen }])
      expect((await list(ann, 'vault')).map(({ name }) => name)).toEqual(['after', 'both', 'before'])
      expect((await list(ann, 'vault'))[1]).toMatchObject({ max_id: old })
      await refused(list(cho, 'vault'), 'Invalid channel ID')
      // An administrator knows of the channel but may not read it.
      await refused(server.owner.call(getStreamTopics, { stream_id: idOf('vault') }), 'Invalid channel ID')
      await refused(list(gus, 'tea'), 'Invalid channel ID')
      await refused(ann.client.call(getStreamTopics, { stream_id: 999_999 }), 'Invalid channel ID')
    })

    test('of an archived channel too', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'attic' }] })
      await say(ann, 'attic', 'dust')
      const stream_id = idOf('attic')
      await changeChannel(server, stream_id, { is_archived: true })
      expect((await ann.client.call(getStreamTopics, { stream_id })).topics).toMatchObject([{ name: 'dust' }])
      const policy = { stream_id, topic: 'dust', visibility_policy: 1 } as const
      await refused(ann.client.call(updateUserTopic, policy), 'Invalid channel ID')
    })
  })

  describe('have a policy of their own', () => {
    test.each([1, 2, 3] as const)('%i, which register leaves out while the channel is archived', async (policy) => {
      const name = `cellar ${policy}`
      await ann.client.call(subscribe, { subscriptions: [{ name }], principals: [bob.id] })
      const stream_id = idOf(name)
      await say(ann, name, 'wine')
      await setPolicy(bob, name, 'wine', policy)
      const listed = async () => (await register(bob)).user_topics!.filter((one) => one.stream_id === stream_id)
      const before = await listed()
      expect(before).toMatchObject([{ topic_name: 'wine', visibility_policy: policy }])
      await ann.client.call(archiveStream, { stream_id })
      expect(await listed()).toEqual([])
      await ann.client.call(updateStream, { stream_id, is_archived: false })
      expect(await listed()).toEqual(before)
      await setPolicy(bob, name, 'wine', 0)
    })

    test.each([1, 2, 3, 0] as const)('%i, and only the person gets the event', async (policy) => {
      const told = await explains(everyone, () => setPolicy(bob, 'lunch', ' Soup ', policy))
      const event = { type: 'user_topic', stream_id: idOf('lunch'), topic_name: 'Soup', visibility_policy: policy }
      expect(told['Bob']!.find(({ type }) => type === 'user_topic')).toMatchObject(event)
      expect(told['Ann']).toEqual([])
      const { user_topics } = await register(bob)
      const { type: _, ...listed } = event
      expect(user_topics).toMatchObject(policy === 0 ? [] : [listed])
      // The same once more changes nothing.
      expect((await explains(everyone, () => setPolicy(bob, 'lunch', 'sOUP', policy)))['Bob']).toEqual([])
    })

    test('that takes messages out of the unread count, or keeps them in although the channel is muted', async () => {
      const other = (await register(bob)).unread_msgs!.count
      const count = async () => (await register(bob)).unread_msgs!.count - other
      await say(ann, 'lunch', 'pie')
      await say(ann, 'lunch', '')
      expect(await count()).toBe(2)
      await explains(everyone, () => setPolicy(bob, 'lunch', 'PIE', 1))
      expect(await count()).toBe(1)
      await explains(everyone, () => setPolicy(bob, 'lunch', '', 1))
      expect(await count()).toBe(0)
      const mute = { stream_id: idOf('lunch'), property: 'is_muted', value: true } as const
      await bob.client.call(updateSubscriptionProperty, mute)
      await explains(everyone, () => setPolicy(bob, 'lunch', 'pie', 3))
      expect(await count()).toBe(1)
      await explains(everyone, () => setPolicy(bob, 'lunch', '', 0))
      expect(await count()).toBe(1)
      await bob.client.call(updateSubscriptionProperty, { ...mute, value: false })
      expect(await count()).toBe(2)
      await setPolicy(bob, 'lunch', 'pie', 0)
    })

    test('in channels that the person may read; who has lost one may remove it', async () => {
      await ann.client.call(subscribe, { subscriptions: [{ name: 'den' }], invite_only: true, principals: [bob.id] })
      await setPolicy(bob, 'den', 'plan', 1)
      await bob.client.call(unsubscribe, { subscriptions: ['den'] })
      // The old form has names of channels.
      expect((await register(bob)).muted_topics).toEqual([])
      await refused(setPolicy(bob, 'den', 'plan', 3), 'Invalid channel ID')
      await refused(setPolicy(cho, 'den', 'plan', 0), 'Invalid channel ID')
      await setPolicy(bob, 'den', 'plan', 0)
      await refused(setPolicy(bob, 'den', 'plan', 0), 'Invalid channel ID')
      expect((await register(bob)).user_topics).toEqual([])
      const absent = { stream_id: 999_999, topic: 'x', visibility_policy: 0 } as const
      await refused(bob.client.call(updateUserTopic, absent), 'Invalid channel ID')
    })

    test.each([
      [{ visibility_policy: '4' }, 'Invalid visibility_policy'],
      [{ visibility_policy: 'x' }, 'visibility_policy is not valid JSON'],
      [{ topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
      [{ topic: 'a\nb' }, 'Invalid character in topic, at position 2!'],
      [{ stream_id: '"a"' }, 'stream_id is not an integer'],
    ])('%j are refused', async (wrong: Record<string, string>, msg) => {
      const form = { stream_id: String(idOf('lunch')), topic: 'x', visibility_policy: '1', ...wrong }
      expect(await postForm(server, bob, '/user_topics', form)).toMatchObject({ msg })
    })
  })

  describe('are muted in the old form', () => {
    const mute = ({ client }: Person, args: { stream_id?: number; stream?: string; op: 'add' | 'remove' }) =>
      client.call(muteTopic, { topic: 'Soup', ...args })

    test('by id or by name of the channel', async () => {
      const told = await explains(everyone, () => mute(ann, { stream_id: idOf('lunch'), op: 'add' }))
      expect(told['Ann']).toMatchObject([
        { type: 'user_topic', topic_name: 'Soup', visibility_policy: 1 },
        { type: 'muted_topics', muted_topics: [['lunch', 'Soup', expect.any(Number)]] },
      ])
      expect(told['Bob']).toEqual([])
      const ended = await explains(everyone, () => mute(ann, { stream: 'LUNCH', op: 'remove' }))
      expect(ended['Ann']).toMatchObject([{ visibility_policy: 0 }, { type: 'muted_topics', muted_topics: [] }])
    })

    test('with exactly one of the two', async () => {
      const both = { stream_id: idOf('lunch'), stream: 'lunch', op: 'add' } as const
      const parameters = 'stream_id, stream'
      await refused(mute(ann, both), `Unsupported parameter combination: ${parameters}`, { data: { parameters } })
      await refused(mute(ann, { op: 'add' }), "Missing 'stream_id' argument", { code: 'REQUEST_VARIABLE_MISSING' })
      await refused(mute(ann, { stream: 'nowhere', op: 'add' }), 'Invalid channel ID')
      await refused(mute(ann, { stream: 'nowhere', op: 'remove' }), 'Invalid channel ID')
      await refused(mute(cho, { stream: 'vault', op: 'add' }), 'Invalid channel ID')
      await refused(mute(cho, { stream: 'vault', op: 'remove' }), 'Invalid channel ID')
    })

    test('and told so to clients that do not ask for the new form; the empty topic by its shown name', async () => {
      const queue = (event_types: string[]) => ann.client.call(registerQueue, { event_types, fetch_event_types: [] })
      const [old, both] = [await queue(['muted_topics']), await queue(['muted_topics', 'user_topic'])]
      await setPolicy(ann, 'lunch', '', 1)
      const told = (queue: typeof old, client = ann.client) => eventsOf(client, queue)
      const other = await startTestServer({ beside: server })
      for (const client of [ann.client, await other.clientOf(ann.id)]) {
        expect(await told(old, client)).toMatchObject([
          { type: 'muted_topics', muted_topics: [['lunch', 'general chat', expect.any(Number)]] },
        ])
        expect(await told(both, client)).toMatchObject([{ type: 'user_topic', topic_name: 'general chat' }])
      }
      await other.close()
      await setPolicy(ann, 'lunch', '', 0)
    })
  })
})
