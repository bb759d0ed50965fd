import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeChannel, changeRealm, guest } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessage, getMessages, sendMessage, subscribe, updateMessage, updateMessageFlags } = endpoints

describe('moving messages', () => {
  const clock = new TestClock()
  const { server, ann, bob, cho, mod } = useServer({
    members: ['ann', 'bob', 'cho'],
    moderators: ['mod'],
    channel: 'lunch',
    clock,
  })
  let ids: number[]
  let topic: string
  let count = 0

  beforeAll(async () => {
    await mod.client.call(subscribe, { subscriptions: [{ name: 'lunch' }, { name: 'dinner' }] })
    await bob.client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, cho.id] }
    await ann.client.call(subscribe, { ...secret, history_public_to_subscribers: true })
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, principals: [ann.id, bob.id] }
    await ann.client.call(subscribe, { ...vault, history_public_to_subscribers: false })
    for (const name of ['lunch', 'dinner', 'secret', 'vault']) await say(name, 'first')
  })
  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    ids = [await say('lunch', topic), await say('lunch', topic), await say('lunch', topic)]
  })

  const channel = (name: string) => server.channelId(name)
  const say = async (to: string, name: string, person = ann) =>
    (await person.client.call(sendMessage, { type: 'channel', to, topic: name, content: 'Hello' })).id
  const quiet = { send_notification_to_new_thread: false }
  const move = (person: Person, args: object, message_id = ids[1]!) =>
    person.client.call(updateMessage, { message_id, ...quiet, ...args })
  const all = { propagate_mode: 'change_all' }
  const topicOf = async (id: number, person = ann) => {
    const { message } = await person.client.call(getMessage, { message_id: id, allow_empty_topic_name: true })
    return message.subject
  }
  const topicsNow = () => Promise.all(ids.map((id) => topicOf(id)))
  const inTopic = async (person: Person, to: string, name: string) => {
    const narrow = [
      { operator: 'channel', operand: to, negated: false },
      { operator: 'topic', operand: name, negated: false },
    ]
    const page = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false }
    return (await person.client.call(getMessages, page)).messages
  }
  const flagsOf = async (person: Person, id: number) =>
    (await person.client.call(getMessage, { message_id: id })).message.flags

  describe('to another topic', () => {
    test.each([
      ['change_one', (name: string) => [topic, name, topic]],
      ['change_later', (name: string) => [topic, name, name]],
      ['change_all', (name: string) => [name, name, name]],
    ])('with %s takes along what it says', async (propagate_mode, expected) => {
      const name = `stew ${count}`
      const told = await explains({ Ann: ann.client, Bob: bob.client, Mod: mod.client }, () =>
        move(bob, { topic: name, propagate_mode }),
      )
      expect(await topicsNow()).toEqual(expected(name))
      const moved = ids.filter((_, index) => expected(name)[index] === name)
      const event = {
        type: 'update_message',
        user_id: bob.id,
        message_id: ids[1],
        message_ids: moved,
        stream_id: channel('lunch'),
        propagate_mode,
        orig_subject: topic,
        subject: name,
        topic_links: [],
      }
      // Ann follows what she has started: the whole topic takes that along, and a part of it is a new topic of hers.
      const left = { type: 'user_topic', topic_name: topic, visibility_policy: 0 }
      const follows = { type: 'user_topic', topic_name: name, visibility_policy: 3 }
      const following = propagate_mode === 'change_all' ? [left, follows] : [follows]
      expect(told).toMatchObject({ Ann: [event, ...following], Bob: [event], Mod: [event] })
      expect(told['Ann']![0]).not.toHaveProperty('content')
      expect(told['Ann']![0]).not.toHaveProperty('new_stream_id')
    })

    test('is remembered by the messages that were in it, and by no later ones', async () => {
      await move(ann, { topic: `stew ${count}`, ...all })
      const later = await say('lunch', `stew ${count}`)
      await move(ann, { topic: `broth ${count}`, ...all })
      const historyOf = async (id: number) => (await ann.client.call(getMessage, { message_id: id })).message
      expect((await historyOf(ids[0]!)).edit_history).toMatchObject([
        { user_id: ann.id, prev_topic: `stew ${count}`, topic: `broth ${count}` },
        { user_id: ann.id, prev_topic: topic, topic: `stew ${count}` },
      ])
      expect((await historyOf(later)).edit_history).toMatchObject([{ prev_topic: `stew ${count}` }])
      expect(await historyOf(ids[0]!)).toHaveProperty('last_moved_timestamp')
      expect(await historyOf(ids[0]!)).not.toHaveProperty('last_edit_timestamp')
    })

    test('merges it, and each message keeps its own history', async () => {
      const other = await say('lunch', `Pasta ${count}`)
      await move(ann, { topic: `noodles ${count}`, ...all }, other)
      await explains({ Bob: bob.client }, () => move(ann, { topic: `NOODLES ${count}`, ...all }))
      await move(ann, { topic: `rice ${count}`, ...all })
      const changes = async (id: number) =>
        (await ann.client.call(getMessage, { message_id: id })).message.edit_history?.map((one) => one.prev_topic)
      expect(await changes(other)).toEqual([`noodles ${count}`, `Pasta ${count}`])
      expect(await changes(ids[0]!)).toEqual([`noodles ${count}`, topic])
      expect((await inTopic(bob, 'lunch', `rice ${count}`)).map((one) => one.id)).toEqual([...ids, other])
    })

    test('leaves the old name free, and sends go where the name says', async () => {
      await move(ann, { topic: `stew ${count}`, ...all })
      const fresh = await say('lunch', topic.toUpperCase())
      expect(await topicOf(fresh)).toBe(topic.toUpperCase())
      expect(await topicOf(await say('lunch', `STEW ${count}`))).toBe(`stew ${count}`)
    })

    test('can be the empty one, unless the channel forbids it', async () => {
      const told = await explains({ Bob: bob.client }, () => move(ann, { topic: '(no topic)', ...all }))
      expect(told['Bob']).toMatchObject([{ subject: '' }])
      expect(await topicsNow()).toEqual(['', '', ''])
      await move(ann, { topic, ...all }, ids[0])
      await changeChannel(server, channel('lunch'), { topics_policy: 'disable_empty_topic' })
      const text = 'Sending messages to the general chat is not allowed in this channel.'
      await refused(move(ann, { topic: '', ...all }), text)
      await changeChannel(server, channel('lunch'), { topics_policy: 'inherit' })
    })

    test('can go together with a new text', async () => {
      const told = await explains({ Bob: bob.client }, () => move(ann, { topic: 'both', content: 'Both' }))
      expect(told['Bob']).toMatchObject([{ content: 'Both', subject: 'both', message_ids: [ids[1]] }])
      const { message } = await bob.client.call(getMessage, { message_id: ids[1]!, apply_markdown: false })
      expect(message).toMatchObject({ content: 'Both', subject: 'both' })
    })

    test('needs the permission', async () => {
      await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:moderators' })
      await refused(move(bob, { topic: 'x' }), "You don't have permission to edit this message")
      await move(mod, { topic: `x ${count}` })
      const within = { can_move_messages_within_channel_group: server.realm.groups.system('role:members').id }
      const { groupSettings } = server.realm.channelByName('lunch')!
      const settings = JSON.stringify({ ...groupSettings, ...within })
      await changeChannel(server, channel('lunch'), { settings })
      await move(bob, { topic: `y ${count}` })
      await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:everyone' })
    })

    test('is not possible after a week, except for moderators', async () => {
      clock.pass(7 * 86_400)
      ids.push(await say('lunch', topic))
      clock.pass(21)
      const late = "The time limit for editing this message's topic has passed."
      await refused(move(bob, { topic: 'x' }), late)
      await refused(move(bob, { topic: 'x', propagate_mode: 'change_later' }), late)
      const text = 'You only have permission to move the 1/4 most recent messages in this topic.'
      const data = {
        first_message_id_allowed_to_move: ids[3],
        total_messages_in_topic: 4,
        total_messages_allowed_to_move: 1,
      }
      await refused(move(bob, { topic: 'x', ...all }), text, { code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', data })
      await move(bob, { topic: `x ${count}` }, ids[3])
      await refused(move(bob, { topic: 'x', ...all }), 'The time limit for moving this topic has passed.', {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        data: {
          first_message_id_allowed_to_move: null,
          total_messages_in_topic: 3,
          total_messages_allowed_to_move: 0,
        },
      })
      await move(mod, { topic: `y ${count}`, ...all })
    })

    test('moves nothing if the client expected something else', async () => {
      for (const wrong of [{ expected_last_message_id: ids[1]! }, { expected_message_count: 2 }]) {
        const [field_name = ''] = Object.keys(wrong)
        const text = `'${field_name}' value does not match the expected value.`
        const code = 'EXPECTATION_MISMATCH'
        await refused(move(bob, { topic: 'x', ...all, ...wrong }), text, { code, data: { field_name } })
      }
      expect(await topicsNow()).toEqual([topic, topic, topic])
      const right = { expected_last_message_id: ids[2]!, expected_message_count: 3 }
      await move(bob, { topic: `x ${count}`, ...all, ...right })
    })
  })

  describe('to another channel', () => {
    const toDinner = (person: Person, more: object = {}) =>
      move(person, { stream_id: channel('dinner'), ...all, ...more })

    test('keeps what its people have of them, and takes it from others', async () => {
      await cho.client.call(updateMessageFlags, { messages: [ids[0]!], op: 'add', flag: 'starred' })
      await bob.client.call(updateMessageFlags, { messages: [ids[0]!], op: 'add', flag: 'starred' })
      await bob.client.call(updateMessageFlags, { messages: [ids[2]!], op: 'add', flag: 'read' })
      const watchers = { Ann: ann.client, Bob: bob.client, Cho: cho.client, Mod: mod.client }
      const told = await explains(watchers, () => toDinner(ann))
      const event = {
        type: 'update_message',
        stream_id: channel('lunch'),
        stream_name: 'lunch',
        new_stream_id: channel('dinner'),
        orig_subject: topic,
        message_ids: ids,
      }
      const follows = (name: string, visibility_policy: number) => ({
        type: 'user_topic',
        stream_id: channel(name),
        topic_name: topic,
        visibility_policy,
      })
      const following = [follows('lunch', 0), follows('dinner', 3)]
      expect(told).toMatchObject({ Ann: [event, ...following], Bob: [event], Cho: [event], Mod: [event] })
      expect(told['Ann']![0]).not.toHaveProperty('subject')
      expect(await flagsOf(bob, ids[0]!)).toEqual(['starred'])
      expect(await flagsOf(bob, ids[2]!)).toEqual(['read'])
      expect(await flagsOf(cho, ids[0]!)).toEqual(['read', 'historical'])
      const { message } = await bob.client.call(getMessage, { message_id: ids[0]! })
      expect(message).toMatchObject({
        stream_id: channel('dinner'),
        display_recipient: 'dinner',
        edit_history: [{ prev_stream: channel('lunch'), stream: channel('dinner') }],
      })
    })

    test('keeps them unread for somebody who leaves the old channel, until they leave the new one', async () => {
      const dan = await server.person('Dan', 'lunch')
      await dan.client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
      const own = await say('lunch', topic)
      const kept = await say('lunch', `${topic} stays`)
      await move(ann, { stream_id: channel('dinner') }, own)
      const { unsubscribeUsers } = await import('../../channels/unsubscribe-users.ts')
      const leave = (name: string) =>
        server.ctx.transact(server.realm.id, (tx) =>
          unsubscribeUsers(tx, tx.realm.channelByName(name)!, [tx.realm.users.get(dan.id)!]),
        )
      await explains({ Dan: dan.client }, () => leave('lunch'))
      expect(await flagsOf(dan, own)).toEqual([])
      expect(await flagsOf(dan, kept)).toEqual(['read'])
      await explains({ Dan: dan.client }, () => leave('dinner'))
      expect(await flagsOf(dan, own)).toEqual(['read'])
    })

    test('comes back without giving anything to those who had lost it', async () => {
      await toDinner(ann)
      await explains({ Bob: bob.client, Cho: cho.client }, () => move(ann, { stream_id: channel('lunch'), ...all }))
      expect(await flagsOf(bob, ids[0]!)).toEqual([])
      expect(await flagsOf(cho, ids[0]!)).toEqual(['read', 'historical'])
    })

    test('that is private is a deletion for those outside', async () => {
      await bob.client.call(updateMessageFlags, { messages: [ids[0]!], op: 'add', flag: 'starred' })
      const watchers = { Ann: ann.client, Bob: bob.client, Cho: cho.client }
      const told = await explains(watchers, () => move(ann, { stream_id: channel('secret'), ...all }))
      expect(told['Bob']).toMatchObject([
        {
          type: 'delete_message',
          message_type: 'stream',
          stream_id: channel('lunch'),
          topic,
          message_ids: ids,
        },
      ])
      expect(told['Cho']).toMatchObject([{ type: 'update_message', new_stream_id: channel('secret') }])
      expect(await flagsOf(cho, ids[0]!)).toEqual([])
      for (const message_id of ids) await refused(bob.client.call(getMessage, { message_id }), 'Invalid message(s)')
      const { messages } = await bob.client.call(getMessages, { message_ids: ids })
      expect(messages).toEqual([])
    })

    test('with protected history gives them to everybody in it, as read', async () => {
      const eve = await server.person('Eve')
      const add = { subscriptions: [{ name: 'vault' }], principals: [eve.id] }
      await ann.client.call(subscribe, add)
      await explains({ Bob: bob.client, Eve: eve.client }, () => move(ann, { stream_id: channel('vault'), ...all }))
      expect(await flagsOf(bob, ids[0]!)).toEqual([])
      expect(await flagsOf(eve, ids[0]!)).toEqual(['read'])
      const late = await server.person('Late')
      await ann.client.call(subscribe, { ...add, principals: [late.id] })
      await refused(late.client.call(getMessage, { message_id: ids[0]! }), 'Invalid message(s)')
    })

    test('from protected history takes only what the mover may read', async () => {
      const old = [await say('vault', topic), await say('vault', topic)]
      const fay = await server.person('Fay')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [fay.id] })
      const seen = await say('vault', topic)
      const told = await explains({ Ann: ann.client, Fay: fay.client }, () =>
        move(fay, { topic: `${topic} new`, ...all }, seen),
      )
      const event = { message_ids: [seen] }
      expect(told).toMatchObject({ Ann: [event, { type: 'user_topic' }], Fay: [event] })
      expect(await Promise.all(old.map((id) => topicOf(id)))).toEqual([topic, topic])
      await move(ann, { topic: `${topic} new`, ...all }, old[0])
      const again = await explains({ Ann: ann.client, Fay: fay.client }, () =>
        move(ann, { topic: `${topic} newer`, ...all }, old[0]),
      )
      expect(again).toMatchObject({
        Ann: [{ message_ids: [...old, seen] }, { type: 'user_topic' }, { type: 'user_topic' }],
        Fay: [{ message_ids: [seen] }],
      })
      expect(again['Fay']).toMatchObject([{ message_id: seen }])
    })

    test('needs the permission and the right to post there', async () => {
      await changeRealm(server, {}, { can_move_messages_between_channels_group: 'role:moderators' })
      await refused(toDinner(bob), "You don't have permission to move this message")
      await toDinner(mod)
      await changeRealm(server, {}, { can_move_messages_between_channels_group: 'role:members' })
      await refused(move(bob, { stream_id: channel('secret') }, ids[0]), 'Invalid channel ID')
      await refused(move(bob, { stream_id: 2 ** 30 }, ids[0]), 'Invalid channel ID')
      const { groupSettings } = server.realm.channelByName('lunch')!
      const closed = { ...groupSettings, can_send_message_group: server.realm.groups.system('role:moderators').id }
      await changeChannel(server, channel('lunch'), { settings: JSON.stringify(closed) })
      const text = 'You do not have permission to post in this channel.'
      await refused(move(bob, { stream_id: channel('lunch') }, ids[0]), text)
      await changeChannel(server, channel('lunch'), { settings: JSON.stringify(groupSettings) })
    })

    test('is not for guests who cannot reach it', async () => {
      const gus = await guest(server, 'Gus')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: [gus.id] })
      await refused(toDinner(gus), "You don't have permission to move this message")
      const fresh = await say('lunch', topic)
      const told = await explains({ Gus: gus.client }, () => move(ann, { stream_id: channel('dinner') }, fresh))
      expect(told['Gus']).toMatchObject([{ type: 'delete_message', message_ids: [fresh] }])
    })

    test('has a time limit of its own', async () => {
      await changeRealm(server, { move_messages_between_streams_limit_seconds: 60 })
      clock.pass(81)
      const one = { propagate_mode: 'change_one' }
      await refused(toDinner(bob, one), "The time limit for editing this message's channel has passed")
      await toDinner(mod, one)
      await changeRealm(server, { move_messages_between_streams_limit_seconds: 604800 })
    })
  })

  test('leaves nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
