import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Event } from '../../api/events/index.ts'
import type { Person } from '../harness.ts'
import { changeAccount, changeChannel, changeRealm } from '../people.ts'
import { picture } from '../pictures.ts'
import { watchEvents } from '../queues/queue-requests.ts'
import { refused } from '../refusals.ts'
import { useServer } from '../use-server.ts'
import { expectNoFile, expectNoOperation, expectNotFound, type HiddenMessage } from './message-doors.ts'

const { addReaction, getMessages, getStreamById, getStreamTopics, getSubscribers } = endpoints
const { renderMessage, sendMessage, subscribe, unsubscribe } = endpoints
const { updateMessage, updateMessageFlags, updateStream, uploadFile } = endpoints

/** Every way to a message, for people who must not have one. */
describe('nobody gets a message', () => {
  const { server, ann, bob, cho } = useServer({
    members: ['ann', 'bob', 'cho'],
    channel: 'lunch',
    env: { PARLEY_RATE_LIMITS: 'off' },
  })

  beforeAll(async () => {
    const hidden = { invite_only: true, principals: [ann.id, cho.id] }
    const secret = { subscriptions: [{ name: 'secret' }], history_public_to_subscribers: true }
    await ann.client.call(subscribe, { ...hidden, ...secret })
    const vault = { subscriptions: [{ name: 'vault' }], history_public_to_subscribers: false }
    await ann.client.call(subscribe, { ...hidden, ...vault })
    await changeRealm(server, { moderation_request_channel_id: server.channelId('secret') })
  })

  /** A message with a link, a picture, a mention of Bob and a reaction. */
  async function say(to: string, topic: string): Promise<HiddenMessage> {
    const bytes = await picture('png', 80, 60)
    const filename = { filename: 'soup.png', type: 'image/png', bytes }
    const { url: file } = await ann.client.call(uploadFile, { filename })
    const content = `@**Bob** goulash https://example.org/ [soup](${file})`
    const { id } = await ann.client.call(sendMessage, { type: 'channel', to, topic, content })
    await ann.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    return { id, channelId: server.channelId(to), channelName: to, topic, senderId: ann.id, file }
  }

  /** The events of a queue that is open from now on. */
  const watch = ({ client }: Person, more: object = {}) =>
    watchEvents(client, {
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
      ...more,
    })
  const about = (id: number, events: readonly Event[]) =>
    events.filter((event) => new RegExp(`\\b${id}\\b`).test(JSON.stringify(event))).map((event) => event.type)

  /** Everything that makes an event about a message. */
  async function disturb({ id }: HiddenMessage): Promise<void> {
    await ann.client.call(addReaction, { message_id: id, emoji_name: 'heart' })
    await ann.client.call(updateMessage, { message_id: id, content: '@**Bob** goulash again' })
    await ann.client.call(updateMessage, { message_id: id, topic: 'elsewhere' })
  }

  test('that was moved to a private channel, if they are not in it', async () => {
    const message = await say('lunch', 'to be hidden')
    await bob.client.call(updateMessageFlags, { messages: [message.id], op: 'add', flag: 'starred' })
    const queues = [await watch(bob), await watch(bob, { all_public_streams: true })]
    const move = { stream_id: server.channelId('secret'), send_notification_to_new_thread: false }
    await ann.client.call(updateMessage, { message_id: message.id, ...move })
    const moved = { ...message, channelId: server.channelId('secret'), channelName: 'secret' }
    await expectNoOperation(bob, moved)
    await expectNotFound(bob, moved)
    await expectNotFound(bob, message)
    await expectNoFile(server, bob, moved)
    const star = { messages: [message.id], op: 'add', flag: 'starred' }
    await refused(bob.client.call(updateMessageFlags, star), 'Invalid message(s)')
    await disturb(moved)
    for (const events of queues) expect(about(message.id, await events())).toEqual(['delete_message'])
    // Cho is in both channels and still has it.
    const { messages } = await cho.client.call(getMessages, { message_ids: [message.id] })
    expect(messages).toHaveLength(1)
  })

  test('of protected history that is older than their subscription', async () => {
    const message = await say('vault', 'plans')
    const dan = await server.person('Dan')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [dan.id] })
    const events = await watch(dan)
    await expectNoOperation(dan, message)
    await expectNotFound(dan, message)
    await expectNoFile(server, dan, message)
    const star = { messages: [message.id], op: 'add', flag: 'starred' }
    await refused(dan.client.call(updateMessageFlags, star), 'Invalid message(s)')
    const link = async (person: Person) =>
      (await person.client.call(renderMessage, { content: '#**vault>plans**' })).rendered
    expect(await link(ann)).toContain(`/with/${message.id}`)
    expect(await link(dan)).not.toContain('/with/')
    await disturb(message)
    expect(about(message.id, await events())).toEqual([])
    // What comes now is theirs, and the topic has only that.
    const { id } = await ann.client.call(sendMessage, { type: 'channel', to: 'vault', topic: 'plans', content: 'new' })
    const { topics } = await dan.client.call(getStreamTopics, { stream_id: server.channelId('vault') })
    expect(topics).toContainEqual({ name: 'plans', max_id: id })
  })

  test('of a private channel that they have left, nor its metadata', async () => {
    const message = await say('secret', 'farewell')
    const eve = await server.person('Eve')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], principals: [eve.id] })
    const own = await eve.client.call(sendMessage, {
      type: 'channel',
      to: 'secret',
      topic: 'farewell',
      content: `[mine](${message.file})`,
    })
    await eve.client.call(unsubscribe, { subscriptions: ['secret'] })
    const events = await watch(eve)
    for (const hidden of [message, { ...message, id: own.id }]) {
      await expectNoOperation(eve, hidden)
      await expectNotFound(eve, hidden)
    }
    await expectNoFile(server, eve, message)
    const stream_id = server.channelId('secret')
    for (const call of [
      eve.client.call(getStreamById, { stream_id }),
      eve.client.call(getStreamTopics, { stream_id }),
      eve.client.call(getSubscribers, { stream_id }),
      eve.client.call(updateStream, { stream_id, description: 'x' }),
    ])
      await refused(call, 'Invalid channel ID')
    await disturb(message)
    expect(await events()).toEqual([])
  })

  test('by moving: what the mover cannot read stays, and they move nothing to where they may not post', async () => {
    const old = await say('vault', 'mixed')
    const fay = await server.person('Fay', 'lunch')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [fay.id] })
    const { id } = await ann.client.call(sendMessage, { type: 'channel', to: 'vault', topic: 'mixed', content: 'new' })
    const move = (args: object) =>
      fay.client.call(updateMessage, {
        message_id: id,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
        ...args,
      })
    await refused(move({ stream_id: server.channelId('secret') }), 'Invalid channel ID')
    const lunch = server.realm.channelByName('lunch')!
    const settings = { ...lunch.groupSettings, can_send_message_group: server.realm.groups.system('role:nobody').id }
    await changeChannel(server, lunch.id, { settings: JSON.stringify(settings) })
    await refused(move({ stream_id: lunch.id }), 'You do not have permission to post in this channel.')
    await changeChannel(server, lunch.id, { settings: JSON.stringify(lunch.groupSettings) })
    await move({ stream_id: lunch.id })
    await expectNoOperation(fay, old)
    await expectNotFound(fay, old)
    const { messages } = await fay.client.call(getMessages, { message_ids: [id] })
    expect(messages).toMatchObject([{ stream_id: lunch.id }])
  })

  test('of a web-public channel without an account, once it is none any more', async () => {
    await changeRealm(server, { enable_spectator_access: true })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'square' }] })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'fountain' }] })
    for (const name of ['square', 'fountain'])
      await changeChannel(server, server.channelId(name), { is_web_public: true })
    const message = await say('square', 'open')
    const narrow = JSON.stringify([{ operator: 'channels', operand: 'web-public' }])
    const visit = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${server.url}/api/v1${path}`, init)
      return (await response.json()) as { messages?: { id: number }[]; streams?: unknown; subscriptions?: unknown[] }
    }
    const page = `/messages?anchor=newest&num_before=10&num_after=0&narrow=${encodeURIComponent(narrow)}`
    expect((await visit(page)).messages?.map(({ id }) => id)).toContain(message.id)
    expect((await fetch(server.url + message.file)).status).toBe(200)
    await server.owner.call(updateStream, { stream_id: server.channelId('square'), is_web_public: false })
    expect((await visit(page)).messages?.map(({ id }) => id)).not.toContain(message.id)
    const state = JSON.stringify(await visit('/register', { method: 'POST' }))
    expect([state.includes('fountain'), state.includes('square')]).toEqual([true, false])
    await expectNoFile(server, null, message)
  })

  test('with its earlier texts where the organization hides them', async () => {
    const message = await say('lunch', 'rewritten')
    await ann.client.call(updateMessage, { message_id: message.id, content: 'harmless' })
    await changeAccount(server, bob.id, { role: 200 })
    for (const message_edit_history_visibility_policy of ['moves', 'none']) {
      await changeRealm(server, { message_edit_history_visibility_policy })
      const { messages } = await bob.client.call(getMessages, { message_ids: [message.id] })
      expect(JSON.stringify(messages)).not.toContain('goulash')
      const history = bob.client.call(endpoints.getMessageHistory, { message_id: message.id })
      if (message_edit_history_visibility_policy === 'moves')
        expect(JSON.stringify(await history)).not.toContain('goulash')
      else await refused(history, 'Message edit history is disabled in this organization')
    }
    await changeRealm(server, { message_edit_history_visibility_policy: 'all' })
  })
})
