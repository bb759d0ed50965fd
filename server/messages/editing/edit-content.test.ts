import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator, changeChannel, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addAlertWords, getMessage, getMessages, sendMessage, subscribe, updateMessage } = endpoints

describe('editing the content of a message', () => {
  const clock = new TestClock()
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch', clock })
  let id: number

  beforeEach(async () => {
    id = await say('soup today')
  })

  const say = async (content: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content })).id
  const edit = (person: Person, content: string, more: object = {}) =>
    person.client.call(updateMessage, { message_id: id, content, ...more })
  const fetched = async (person: Person, apply_markdown = false) =>
    (await person.client.call(getMessage, { message_id: id, apply_markdown })).message

  test('changes it for everybody and keeps what it was', async () => {
    const told = await explains({ Ann: ann.client, Bob: bob.client, Cho: cho.client }, () => edit(ann, '*stew* today'))
    const event = {
      type: 'update_message',
      user_id: ann.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_id: server.channelId('lunch'),
      stream_name: 'lunch',
      orig_content: 'soup today',
      orig_rendered_content: '<p>soup today</p>',
      content: '*stew* today',
      rendered_content: '<p><em>stew</em> today</p>',
      is_me_message: false,
    }
    expect(told).toMatchObject({ Ann: [{ ...event, flags: ['read'] }], Bob: [{ ...event, flags: [] }], Cho: [] })
    const entry = { user_id: ann.id, prev_content: 'soup today', prev_rendered_content: '<p>soup today</p>' }
    const message = await fetched(bob)
    expect(message).toMatchObject({ content: '*stew* today', edit_history: [entry] })
    expect(message.last_edit_timestamp).toBe(message.edit_history?.[0]?.timestamp)
    expect(message).not.toHaveProperty('last_moved_timestamp')
  })

  test('works in direct messages', async () => {
    const to = JSON.stringify([bob.id])
    ;({ id } = await ann.client.call(sendMessage, { type: 'direct', to, content: 'psst' }))
    const told = await explains({ Bob: bob.client, Cho: cho.client }, () => edit(ann, 'hush'))
    expect(told['Bob']).toMatchObject([{ type: 'update_message', message_id: id, content: 'hush' }])
    expect(told['Bob']?.[0]).not.toHaveProperty('stream_id')
    expect(told['Cho']).toEqual([])
  })

  test('is the newest edit first, and a blank one takes the text away', async () => {
    await edit(ann, 'stew')
    await edit(ann, '  \n')
    const message = await fetched(bob)
    expect(message.content).toBe('(deleted)')
    expect(message.edit_history?.map((one) => one.prev_content)).toEqual(['stew', 'soup today'])
  })

  test.each([
    ['moves', []],
    ['none', []],
  ])('does not show the old text with the policy %s', async (message_edit_history_visibility_policy, shown) => {
    await edit(ann, 'stew')
    await changeRealm(server, { message_edit_history_visibility_policy })
    expect((await fetched(bob)).edit_history ?? []).toEqual(shown)
    await changeRealm(server, { message_edit_history_visibility_policy: 'all' })
  })

  test('is for its sender only, not for administrators either', async () => {
    const eve = await administrator(server, 'Eve')
    await eve.client.call(subscribe, { subscriptions: [{ name: 'lunch' }] })
    for (const person of [bob, eve])
      await refused(edit(person, 'stew'), "You don't have permission to edit this message")
  })

  test('is possible for ten minutes and a little more', async () => {
    clock.pass(620)
    await edit(ann, 'stew')
    clock.pass(1)
    await refused(edit(ann, 'broth'), 'The time limit for editing this message has passed')
    await changeRealm(server, { message_content_edit_limit_seconds: null })
    await edit(ann, 'broth')
    await changeRealm(server, { message_content_edit_limit_seconds: 600 })
  })

  test('can be turned off', async () => {
    await changeRealm(server, { allow_message_editing: false })
    await refused(edit(ann, 'stew'), 'Your organization has turned off message editing')
    await changeRealm(server, { allow_message_editing: true })
  })

  test('is refused where the client knew another text', async () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const text = "'prev_content_sha256' value does not match the expected value."
    const data = { field_name: 'prev_content_sha256' }
    await refused(edit(ann, 'stew', { prev_content_sha256: sha('soup') }), text, { code: 'EXPECTATION_MISMATCH', data })
    expect((await fetched(ann)).content).toBe('soup today')
    await edit(ann, 'stew', { prev_content_sha256: sha('soup today') })
  })

  test.each([
    [{}, 'Nothing to change'],
    [{ content: 'x', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic or channel edit'],
    [{ content: 'x', stream_id: 1 }, 'Cannot change message content while changing channel'],
    [{ content: 'x', topic: 'a\u0007b' }, 'Invalid character in topic, at position 2!'],
    [{ topic: 'soup' }, 'Nothing to change'],
  ])('%j is refused', async (args, text) => {
    const call = { message_id: id, ...args } as { message_id: number }
    await refused(ann.client.call(updateMessage, call), text)
  })

  test('a direct message has no topic and no channel', async () => {
    ;({ id } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' }))
    await refused(ann.client.call(updateMessage, { message_id: id, topic: 'x' }), 'Direct messages cannot have topics.')
    const move = ann.client.call(updateMessage, { message_id: id, stream_id: 1 })
    await refused(move, 'Direct messages cannot be moved to channels.')
  })

  test('a message that one may not see, or that is not there, or in an archived channel is not changed', async () => {
    ;({ id } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' }))
    await refused(edit(cho, 'x'), 'Invalid message(s)')
    for (const message_id of [0, 2 ** 52])
      await refused(ann.client.call(updateMessage, { message_id, content: 'x' }), 'Invalid message(s)')
    id = await say('old')
    const channel = server.channelId('lunch')
    await changeChannel(server, channel, { is_archived: true })
    await refused(edit(ann, 'x'), 'Invalid message(s)')
    await changeChannel(server, channel, { is_archived: false })
  })

  describe('mentions', () => {
    const flagsFor = async (person: Person) => (await fetched(person)).flags

    test('follow the text, unread ones with the count', async () => {
      const mentioning = await explains({ Bob: bob.client }, () => edit(ann, `@**Bob** soup`))
      expect(mentioning['Bob']).toMatchObject([{ flags: ['mentioned'] }])
      expect(await flagsFor(bob)).toEqual(['mentioned'])
      const is = [{ operator: 'is', operand: 'mentioned', negated: false }]
      const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow: is }
      expect((await bob.client.call(getMessages, page)).messages.map((one) => one.id)).toEqual([id])
      await explains({ Bob: bob.client }, () => edit(ann, '@**all** soup'))
      expect(await flagsFor(bob)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
      await explains({ Bob: bob.client }, () => edit(ann, 'soup'))
      expect(await flagsFor(bob)).toEqual([])
    })

    test('keep the star of somebody who is not mentioned any more', async () => {
      await edit(ann, '@**Bob** soup')
      await bob.client.call(endpoints.updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
      await explains({ Bob: bob.client }, () => edit(ann, 'soup'))
      expect(await flagsFor(bob)).toEqual(['starred'])
    })

    test('reach nobody who did not receive the message', async () => {
      await edit(ann, '@**Cho** soup')
      expect(await flagsFor(cho)).toEqual(['read', 'historical'])
    })

    test('call alert words', async () => {
      await bob.client.call(addAlertWords, { alert_words: ['goulash'] })
      await explains({ Bob: bob.client }, () => edit(ann, 'goulash today'))
      expect(await flagsFor(bob)).toEqual(['has_alert_word'])
      await edit(ann, 'nothing today')
      expect(await flagsFor(bob)).toEqual([])
    })

    test('of many people need a permission', async () => {
      const channel = await server.person('Host', 'crowd')
      for (let n = 0; n < 15; n += 1) await server.person(`Guest ${n}`, 'crowd')
      const sent = { type: 'channel', to: 'crowd', topic: 'soup', content: 'x' } as const
      ;({ id } = await channel.client.call(sendMessage, sent))
      await refused(
        edit(channel, '@**all** x'),
        'You do not have permission to use channel wildcard mentions in this channel.',
        { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
      )
      await edit(channel, '@**topic** x')
      const crowd = server.realm.memberships.subscribers(server.channelId('crowd'))
      for (const userId of crowd) await server.clientFor(server.realm.users.get(userId)!).call(sendMessage, sent)
      await refused(
        edit(channel, '@**topic** x'),
        'You do not have permission to use topic wildcard mentions in this topic.',
        { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
      )
      await changeRealm(server, {}, { can_mention_many_users_group: 'role:everyone' })
      await edit(channel, '@**all** x')
    })
  })
})
