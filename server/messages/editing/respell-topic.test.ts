import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessage, sendMessage, subscribe, updateMessage } = endpoints

describe('a topic that differs only in case', () => {
  const clock = new TestClock()
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob', 'cho'], channel: 'lunch', clock })
  let ids: number[]
  let topic: string
  let subject: string
  let count = 0

  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    subject = `SOUP ${count}`
    ids = [await say('lunch'), await say('lunch'), await say('lunch')]
  })

  const say = async (to: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const edit = (person: Person, args: object, message_id = ids[1]!) =>
    person.client.call(updateMessage, { message_id, ...args })
  const shown = async (id: number) =>
    (await ann.client.call(getMessage, { message_id: id, apply_markdown: false })).message

  test.each(['change_one', 'change_later', 'change_all'])('is its new spelling, with %s', async (propagate_mode) => {
    const notices = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
    const told = await explains({ Bob: bob.client, Cho: cho.client }, () =>
      edit(ann, { topic: subject, content: 'Hot soup', propagate_mode, ...notices }),
    )
    const event = { type: 'update_message', content: 'Hot soup', message_id: ids[1], message_ids: ids }
    expect(told['Bob']).toMatchObject([{ ...event, orig_subject: topic, subject, propagate_mode }])
    expect(told['Cho']).toMatchObject([{ message_ids: ids, subject }])
    expect((await Promise.all(ids.map(shown))).map((one) => [one.subject, one.content])).toEqual([
      [subject, 'Hello'],
      [subject, 'Hot soup'],
      [subject, 'Hello'],
    ])
    expect((await shown(await say('lunch'))).subject).toBe(subject)
    await refused(edit(ann, { topic: subject, propagate_mode }), 'Nothing to change')
  })

  test('needs what its mode needs', async () => {
    const mismatch = "'expected_message_count' value does not match the expected value."
    const code = 'EXPECTATION_MISMATCH'
    await refused(edit(ann, { topic: subject, expected_message_count: 3 }), mismatch, { code })
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:moderators' })
    await refused(edit(bob, { topic: subject }), "You don't have permission to edit this message")
    await changeRealm(server, {}, { can_move_messages_between_topics_group: 'role:everyone' })
    clock.pass(30 * 86_400)
    await refused(edit(bob, { topic: subject }), "The time limit for editing this message's topic has passed.")
    await edit(bob, { topic: subject }, await say('lunch'))
    expect((await shown(ids[0]!)).subject).toBe(subject)
  })

  test('is told to each person with the messages they have', async () => {
    const vault = { subscriptions: [{ name: 'vault' }] }
    const secret = { invite_only: true, history_public_to_subscribers: false, principals: [ann.id, bob.id] }
    await ann.client.call(subscribe, { ...vault, ...secret })
    const early = await say('vault')
    await ann.client.call(subscribe, { ...vault, principals: [cho.id] })
    const late = await say('vault')
    const told = await explains({ Bob: bob.client, Cho: cho.client }, () => edit(cho, { topic: subject }, late))
    expect(told['Bob']).toMatchObject([{ message_ids: [early, late] }])
    expect(told['Cho']).toMatchObject([{ message_ids: [late] }])
    expect((await shown(early)).subject).toBe(subject)
  })
})
