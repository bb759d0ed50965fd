import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import type { SystemGroupName } from '../../kernel/realm-state/group.ts'

const { getMessages, sendMessage, subscribe, updateMessage, updateStream } = endpoints

const NOT_PERMITTED = "You don't have permission to edit this message"
const NEWEST = { max_message_id: 'the newest message is gone' }

describe('resolving a topic', () => {
  const clock = new TestClock()
  const { server, ann, bob, mod } = useServer({ members: ['ann', 'bob'], moderators: ['mod'], channel: 'lunch', clock })
  let ids: number[]
  let topic: string
  let count = 0

  beforeAll(() => mod.client.call(subscribe, { subscriptions: [{ name: 'lunch' }] }))
  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    ids = [await say(), await say()]
  })

  const say = async () =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content: 'Hello' })).id
  const all = { propagate_mode: 'change_all' } as const
  const move = (person: Person, args: object) => person.client.call(updateMessage, { message_id: ids[1]!, ...args })
  const inTopic = async (person: Person, to: string, name: string) => {
    const narrow = [
      { operator: 'channel', operand: to, negated: false },
      { operator: 'topic', operand: name, negated: false },
    ]
    const page = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false }
    return (await person.client.call(getMessages, page)).messages
  }
  const events = (told: Record<string, Event[]>, name: string) => told[name]!.map((event) => event.type)
  const resolve = (person: Person) => move(person, { topic: `✔ ${topic}`, ...all })
  const unresolve = (person: Person) => move(person, { topic, ...all })

  test('is one notice, which nobody has to read', async () => {
    const told = await explains({ Ann: ann.client, Mod: mod.client }, () => resolve(bob))
    // Ann follows the topic that she started, and has the notice unread.
    expect(events(told, 'Ann')).toEqual(['update_message', 'user_topic', 'user_topic', 'message'])
    expect(events(told, 'Mod')).toEqual(['update_message', 'message'])
    expect(told['Mod']!.at(-1)).toMatchObject({ flags: ['read'] })
    expect(told['Ann']!.at(-1)).toMatchObject({ flags: [] })
    const found = await inTopic(mod, 'lunch', `✔ ${topic}`)
    expect(found.at(-1)).toMatchObject({
      content: `@_**Bob|${bob.id}** has marked this topic as resolved.`,
      flags: ['read'],
    })
    expect(found.at(0)).toMatchObject({ edit_history: [{ prev_topic: topic, topic: `✔ ${topic}` }] })
    expect(found.at(0)).not.toHaveProperty('last_moved_timestamp')
  })

  test('is taken back without a notice within a minute, and with one later', async () => {
    await resolve(bob)
    const told = await explains({ Ann: ann.client }, () => unresolve(bob), NEWEST)
    expect(events(told, 'Ann')).toEqual(['update_message', 'user_topic', 'user_topic', 'delete_message'])
    expect((await inTopic(ann, 'lunch', topic)).map((one) => one.id)).toEqual(ids)
    await resolve(bob)
    clock.pass(61)
    await unresolve(bob)
    expect((await inTopic(ann, 'lunch', topic)).at(-1)?.content).toBe(
      `@_**Bob|${bob.id}** has marked this topic as unresolved.`,
    )
  })

  test('is the same for a topic that becomes too long and is cut', async () => {
    topic = `${count} `.padEnd(60, 'x')
    ids = [await say(), await say()]
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:nobody' })
    clock.pass(30 * 86_400)
    await resolve(bob)
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:everyone' })
    const cut = `✔ ${topic.slice(0, 55)}...`
    const found = await inTopic(ann, 'lunch', cut)
    expect(found.map(({ content }) => content)).toEqual([
      'Hello',
      'Hello',
      `@_**Bob|${bob.id}** has marked this topic as resolved.`,
    ])
    expect(found[0]).toMatchObject({ subject: cut, edit_history: [{ prev_topic: topic, topic: cut }] })
    expect(found[0]).not.toHaveProperty('last_moved_timestamp')
  })

  test.each(['✔ ✔ ', '✔ ✔✔', '✔   ✔ '])('is undone by removing all of %j', async (prefix) => {
    await move(bob, { topic: prefix + topic, ...all, send_notification_to_new_thread: false })
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:nobody' })
    await refused(move(bob, { topic: `x${topic}`, ...all }), NOT_PERMITTED)
    await unresolve(bob)
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:everyone' })
    expect((await inTopic(ann, 'lunch', topic)).map(({ content }) => content)).toEqual([
      'Hello',
      'Hello',
      `@_**Bob|${bob.id}** has marked this topic as unresolved.`,
    ])
  })

  test('needs the permission, and has no time limit', async () => {
    clock.pass(30 * 86_400)
    await changeRealm(server, {}, { can_resolve_topics_group: 'role:moderators' })
    await refused(resolve(bob), "You don't have permission to resolve topics in this channel.")
    await resolve(mod)
    await changeRealm(server, {}, { can_resolve_topics_group: 'role:everyone' })
    await unresolve(bob)
  })

  describe('together with a move to another channel', () => {
    const NO_RESOLVING = "You don't have permission to resolve topics in this channel."
    const idOf = (name: string) => server.channelId(name)
    const away = (person: Person, more: object = {}) =>
      move(person, { stream_id: idOf('dinner'), topic: `✔ ${topic}`, ...all, ...more })
    const back = (person: Person) => move(person, { stream_id: idOf('lunch'), topic, ...all })
    const resolvers = (name: string, group: SystemGroupName) =>
      ann.client.call(updateStream, {
        stream_id: idOf(name),
        can_resolve_topics_group: { new: server.realm.groups.system(group).id },
      })

    beforeAll(() =>
      ann.client.call(subscribe, { subscriptions: [{ name: 'dinner' }], principals: [ann.id, bob.id, mod.id] }),
    )

    test('needs no right to change topics, and both have their notice', async () => {
      await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:nobody' })
      const told = await explains({ Ann: ann.client, Mod: mod.client }, () => away(bob))
      expect(told['Mod']![0]).toMatchObject({
        orig_subject: topic,
        subject: `✔ ${topic}`,
        new_stream_id: idOf('dinner'),
      })
      const who = `@_**Bob|${bob.id}**`
      expect((await inTopic(mod, 'dinner', `✔ ${topic}`)).map(({ content }) => content)).toEqual([
        'Hello',
        'Hello',
        `This topic was moved here from #**lunch>${topic}** by ${who}.`,
        `${who} has marked this topic as resolved.`,
      ])
      await refused(move(bob, { stream_id: idOf('lunch'), topic: 'other', ...all }), NOT_PERMITTED)
      await refused(move(bob, { stream_id: idOf('lunch'), topic, propagate_mode: 'change_later' }), NOT_PERMITTED)
      await back(bob)
      expect((await inTopic(mod, 'lunch', topic)).at(-1)?.content).toBe(`${who} has marked this topic as unresolved.`)
      await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:everyone' })
    })

    test('is taken back without a notice within a minute', async () => {
      await away(bob, { send_notification_to_new_thread: false })
      await explains({ Ann: ann.client, Mod: mod.client }, () => unresolve(bob), NEWEST)
      expect((await inTopic(ann, 'dinner', topic)).map(({ id }) => id)).toEqual(ids)
    })

    test('needs the right to resolve in one of the channels', async () => {
      await changeRealm(server, {}, { can_resolve_topics_group: 'role:moderators' })
      await refused(away(bob), NO_RESOLVING)
      for (const name of ['lunch', 'dinner']) {
        await resolvers(name, 'role:members')
        await away(bob)
        await back(bob)
        await resolvers(name, 'role:nobody')
      }
      await refused(away(bob), NO_RESOLVING)
      await changeRealm(server, {}, { can_resolve_topics_group: 'role:everyone' })
    })

    test('needs the right to move, to start topics there, and to do it in time', async () => {
      await changeRealm(server, {}, { can_move_messages_between_channels_group: 'role:moderators' })
      await refused(away(bob), "You don't have permission to move this message")
      await changeRealm(server, {}, { can_move_messages_between_channels_group: 'role:members' })
      const topics = (group: SystemGroupName) => ({ new: server.realm.groups.system(group).id })
      const dinner = { stream_id: idOf('dinner') }
      await ann.client.call(updateStream, { ...dinner, can_create_topic_group: topics('role:moderators') })
      await refused(away(bob), 'You do not have permission to create new topics in this channel.')
      await ann.client.call(updateStream, { ...dinner, can_create_topic_group: topics('role:everyone') })
      clock.pass(30 * 86_400)
      await refused(away(bob), 'The time limit for moving this topic has passed.', {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      })
      await changeRealm(server, { move_messages_between_streams_limit_seconds: null })
      await away(bob)
    })
  })

  test.each(['✔', '✔ ', '✔ general chat'])('is not for the empty topic: %j', async (name) => {
    await refused(move(bob, { topic: name, ...all }), 'General chat cannot be marked as resolved')
  })
})
