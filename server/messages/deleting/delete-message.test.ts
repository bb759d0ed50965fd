import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { requireConversationLocks } from '../../../test/locks.ts'
import { bot, changeChannel, changeRealm } from '../../../test/people.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const {
  addReaction,
  deleteMessage,
  deleteTopic,
  getMessage,
  getMessageHistory,
  getMessages,
  sendMessage,
  subscribe,
  updateMessage,
  updateMessageFlags,
} = endpoints

const NEWEST = { max_message_id: 'the newest message is gone' }

describe('deleting messages', () => {
  const clock = new TestClock()
  const { server, ann, bob, cho, eve } = useServer({
    members: ['ann', 'bob'],
    outsiders: ['cho'],
    administrators: ['eve'],
    channel: 'lunch',
    clock,
  })

  beforeAll(async () => {
    await requireConversationLocks(server)
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, principals: [ann.id, bob.id] }
    await ann.client.call(subscribe, { ...vault, history_public_to_subscribers: false })
    await say('first')
    await say('first', 'vault')
  })

  const say = async (topic: string, to = 'lunch', person = ann) =>
    (await person.client.call(sendMessage, { type: 'channel', to, topic, content: '@**Bob** Hello' })).id
  const remove = (person: Person, message_id: number) => person.client.call(deleteMessage, { message_id })

  test('takes a message away from everybody, through every door', async () => {
    const id = await say('soup')
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await cho.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await bob.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    const told = await explains({ Ann: ann.client, Bob: bob.client, Cho: cho.client }, () => remove(ann, id), NEWEST)
    const event = {
      type: 'delete_message',
      message_type: 'stream',
      stream_id: server.channelId('lunch'),
      topic: 'soup',
      message_ids: [id],
    }
    expect(told).toMatchObject({ Ann: [event], Bob: [event], Cho: [event] })
    for (const call of [
      () => ann.client.call(getMessage, { message_id: id }),
      () => ann.client.call(getMessageHistory, { message_id: id }),
      () => bob.client.call(addReaction, { message_id: id, emoji_name: 'tada' }),
      () => bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' }),
      () => ann.client.call(updateMessage, { message_id: id, content: 'x' }),
      () => remove(ann, id),
    ])
      await refused(call(), 'Invalid message(s)')
    expect((await bob.client.call(getMessages, { message_ids: [id] })).messages).toEqual([])
    const starred = [{ operator: 'is', operand: 'starred', negated: false }]
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow: starred }
    expect((await bob.client.call(getMessages, page)).messages).toEqual([])
  })

  test('in direct messages is for the people of the conversation', async () => {
    const { id } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })
    const exceptions = { ...NEWEST, recent_private_conversations: 'the newest message of one is gone' }
    const told = await explains({ Bob: bob.client }, () => remove(ann, id), exceptions)
    expect(told['Bob']).toMatchObject([{ type: 'delete_message', message_type: 'private', message_ids: [id] }])
    expect(told['Bob']![0]).not.toHaveProperty('stream_id')
    const next = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'again' })
    await explains({ Bob: bob.client, Cho: cho.client }, () =>
      bob.client.call(updateMessageFlags, { messages: [next.id], op: 'add', flag: 'read' }),
    )
  })

  test('gives no position twice, so that nothing new counts as read', async () => {
    const id = await say('soup')
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
    await remove(ann, id)
    const restarted = await startTestServer({ beside: server, clock })
    const next = await restarted
      .clientFor(restarted.realm.users.get(ann.id)!)
      .call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello' })
    await restarted.close()
    expect((await bob.client.call(getMessage, { message_id: next.id })).message.flags).toEqual([])
  })

  test('has an event for each message for clients that cannot take many', async () => {
    const watch = (capabilities: object) =>
      watchEvents(bob.client, {
        event_types: ['delete_message'],
        client_capabilities: { notification_settings_null: true, ...capabilities },
      })
    const [many, single] = [await watch({ bulk_message_deletion: true }), await watch({})]
    const ids = [await say(''), await say('')]
    await eve.client.call(deleteTopic, { stream_id: server.channelId('lunch'), topic_name: '' })
    const event = { type: 'delete_message', message_type: 'stream', topic: 'general chat' }
    expect(await many()).toMatchObject([{ ...event, message_ids: ids }])
    expect(await single()).toMatchObject(ids.map((message_id) => ({ ...event, message_id })))
    seesCapability('bulk_message_deletion', 'events')
  })

  describe('permissions', () => {
    const denied = "You don't have permission to delete this message"

    test('one may delete what one wrote oneself, for ten minutes', async () => {
      const id = await say('soup')
      await refused(remove(bob, id), denied)
      clock.pass(601)
      await refused(remove(ann, id), 'The time limit for deleting this message has passed')
      await changeRealm(server, { message_content_delete_limit_seconds: null })
      await remove(ann, id)
      await changeRealm(server, { message_content_delete_limit_seconds: 600 })
    })

    test('and what one’s bots wrote', async () => {
      const helper = await bot(server, 'Helper', ann)
      await refused(remove(bob, await say('soup', 'lunch', helper)), denied)
      await remove(ann, await say('soup', 'lunch', helper))
    })

    test('administrators delete everything, at any time', async () => {
      const id = await say('soup')
      clock.pass(86_400)
      await remove(eve, id)
    })

    test('a channel can permit more than the organization', async () => {
      await changeRealm(server, {}, { can_delete_own_message_group: 'role:nobody' })
      const [own, other] = [await say('soup'), await say('soup')]
      await refused(remove(ann, own), denied)
      const { groupSettings } = server.realm.channelByName('lunch')!
      const allow = (name: string) => ({ ...groupSettings, [name]: server.realm.groups.system('role:members').id })
      const set = (settings: object) =>
        changeChannel(server, server.channelId('lunch'), { settings: JSON.stringify(settings) })
      await set(allow('can_delete_own_message_group'))
      await remove(ann, own)
      await refused(remove(bob, other), denied)
      await set(allow('can_delete_any_message_group'))
      await remove(bob, other)
      await set(groupSettings)
      await changeRealm(server, {}, { can_delete_own_message_group: 'role:everyone' })
    })

    test('nothing is deleted in an archived channel, nor what one cannot see', async () => {
      const id = await say('soup')
      const lunch = server.channelId('lunch')
      await changeChannel(server, lunch, { is_archived: true })
      await refused(remove(eve, id), 'Invalid message(s)')
      await changeChannel(server, lunch, { is_archived: false })
      await refused(remove(eve, await say('secret', 'vault')), 'Invalid message(s)')
    })
  })

  describe('of a whole topic', () => {
    const removeTopic = (person: Person, topic_name: string, name = 'lunch') =>
      person.client.call(deleteTopic, { stream_id: server.channelId(name), topic_name })

    test('is for administrators', async () => {
      await say('stew')
      await refused(removeTopic(ann, 'stew'), 'Must be an organization administrator', {
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
      await refused(removeTopic(eve, 'first', 'vault'), 'Invalid channel ID')
      await refused(eve.client.call(deleteTopic, { stream_id: 2 ** 30, topic_name: 'x' }), 'Invalid channel ID')
    })

    test('deletes it piece by piece, with events of a hundred', async () => {
      const ids: number[] = []
      for (let n = 0; n < 120; n += 1) ids.push(await say('long'))
      const told = await explains(
        { Bob: bob.client },
        async () => expect(await removeTopic(eve, 'LONG')).toEqual({ complete: true }),
        NEWEST,
      )
      expect(told['Bob']).toMatchObject([
        { type: 'delete_message', message_ids: ids.slice(20) },
        { type: 'delete_message', message_ids: ids.slice(0, 20) },
      ])
      expect(await removeTopic(eve, 'long')).toEqual({ complete: true })
      const again = await say('LONG')
      const { message } = await bob.client.call(getMessage, { message_id: again })
      expect(message.subject).toBe('LONG')
    })

    test.each(['(no topic)', ' General chat ', ''])('takes %j for the empty topic', async (name) => {
      const id = await say('')
      expect(await removeTopic(eve, name)).toEqual({ complete: true })
      await refused(bob.client.call(getMessage, { message_id: id }), 'Invalid message(s)')
    })

    test('tells nobody of messages that they never received', async () => {
      const dan = await server.person('Dan')
      const old = await say('plans', 'vault')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [dan.id, eve.id] })
      const fresh = await say('plans', 'vault')
      const told = await explains(
        { Ann: ann.client, Dan: dan.client, Eve: eve.client },
        () => removeTopic(eve, 'plans', 'vault'),
        NEWEST,
      )
      const deleted = { type: 'delete_message', message_ids: [fresh] }
      expect(told).toMatchObject({ Ann: [deleted], Dan: [deleted], Eve: [deleted] })
      await ann.client.call(getMessage, { message_id: old })
    })
  })

  test('takes a moved message away from somebody who was never where it came from', async () => {
    const gus = await server.person('Gus')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [gus.id] })
    await eve.client.call(subscribe, { subscriptions: [{ name: 'lunch again' }] })
    const id = await say('soup', 'lunch again', eve)
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [eve.id] })
    await eve.client.call(updateMessage, { message_id: id, stream_id: server.channelId('vault') })
    const { message } = await gus.client.call(getMessage, { message_id: id })
    expect(message.flags).toContain('read')
    await remove(eve, id)
    await refused(gus.client.call(getMessage, { message_id: id }), 'Invalid message(s)')
  })

  test('leaves nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
