import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { refused } from '../../../test/refusals.ts'

const { getMessage, sendMessage, subscribe, updateMessage } = endpoints

const WEEK = 7 * 86_400

describe('the time limit of a move in protected history', () => {
  let server: TestServer
  let clock: TestClock
  let ann: Person
  let fay: Person

  beforeAll(async () => {
    clock = new TestClock()
    server = await startTestServer({ clock })
    ann = await server.person('Ann')
    fay = await server.person('Fay')
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, history_public_to_subscribers: false }
    await ann.client.call(subscribe, vault)
  })
  afterAll(() => server.close())

  const say = async () =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'vault', topic: 'plans', content: 'x' })).id

  test('counts only the messages that the mover can read', async () => {
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
})
