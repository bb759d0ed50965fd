import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import type { Person } from '../../../test/harness.ts'
import { postForm } from '../../../test/post-form.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessage, sendMessage, subscribe, updateMessage, updateMessageFlags } = endpoints

const WEEK = 7 * 86_400

describe('a move', () => {
  const clock = new TestClock()
  const { server, ann, fay } = useServer({ members: ['ann', 'fay'], clock })

  beforeAll(async () => {
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, history_public_to_subscribers: false }
    await ann.client.call(subscribe, vault)
  })

  const say = async () =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'vault', topic: 'plans', content: 'x' })).id

  test('goes to the topic in the older parameter `subject`', async () => {
    const message_id = await say()
    const patch = (fields: Record<string, string>) =>
      postForm(server, ann, `/messages/${message_id}`, { method: 'PATCH', ...fields })
    expect(await patch({ subject: 'stew' })).toEqual({ result: 'success', msg: '', detached_uploads: [] })
    expect((await ann.client.call(getMessage, { message_id })).message.subject).toBe('stew')
    const both = await patch({ subject: 'soup', topic: 'soup' })
    expect(both).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' })
    recordCoverage({ operation: 'update-message', outcome: 'REQUEST_CONFUSING_VAR' })
  })

  test('has a time limit that counts only the messages that the mover can read', async () => {
    const hidden = [await say(), await say()]
    await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [fay.id] })
    const late = await say()
    clock.pass(WEEK + 30)
    const move = (person: Person, message_id: number) =>
      person.client.call(updateMessage, { message_id, topic: 'x', propagate_mode: 'change_all' })
    const code = 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' as const
    const counts = (first: number | null, total: number, allowed: number) => ({
      code,
      data: {
        first_message_id_allowed_to_move: first,
        total_messages_in_topic: total,
        total_messages_allowed_to_move: allowed,
      },
    })
    await refused(move(fay, late), 'The time limit for moving this topic has passed.', counts(null, 1, 0))
    await refused(move(ann, late), 'The time limit for moving this topic has passed.', counts(null, 3, 0))
    const fresh = await say()
    const part = (allowed: number, total: number) =>
      `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`
    await refused(move(fay, late), part(1, 2), counts(fresh, 2, 1))
    await refused(move(ann, late), part(1, 4), counts(fresh, 4, 1))
    for (const message_id of hidden) {
      const { message } = await ann.client.call(getMessage, { message_id })
      expect(message.subject).toBe('plans')
    }
  })

  test('names the messages once in the log, however many people have other flags', async () => {
    await ann.client.call(subscribe, {
      subscriptions: [{ name: 'lunch' }],
      principals: [ann.id, fay.id, server.ownerId],
    })
    const eat = { type: 'channel', to: 'lunch', topic: 'soup', content: 'x' } as const
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.push((await ann.client.call(sendMessage, eat)).id)
    const messages = [ids[1]!]
    await fay.client.call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
    await server.owner.call(updateMessageFlags, { messages, op: 'add', flag: 'starred' })
    const before = server.realm.seq
    await ann.client.call(updateMessage, { message_id: ids[1]!, topic: 'stew', propagate_mode: 'change_all' })
    const { db } = server.ctx.database
    const rows = await db.selectFrom('event_log').select('payload').where('seq', '>', before).execute()
    const moves = rows.map(({ payload }) => JSON.stringify(payload)).filter((text) => text.includes('update_message'))
    expect(moves.map((text) => text.split(ids.join(',')).length - 1)).toEqual([1])
  })
})
