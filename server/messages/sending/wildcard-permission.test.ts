import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('mentioning many people at once', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], env: { PARLEY_RATE_LIMITS: 'off' } })
  let crowd: Person[]

  beforeAll(async () => {
    crowd = []
    for (let n = 0; n < 14; n += 1) crowd.push(await bot(server, `Bot ${n}`, ann))
    const principals = (people: readonly Person[]) => people.map(({ id }) => id)
    const create = (name: string, people: readonly Person[]) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], principals: principals(people) })
    await create('fifteen', [ann, ...crowd])
    await create('sixteen', [ann, bob, ...crowd])
  })

  const send = (by: Person, to: string, content: string, topic = 'soup') =>
    by.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })
  const countOf = async (table: string) =>
    Number((await server.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)
  const mayMentionMany = (who: 'role:administrators' | 'role:everyone') =>
    changeRealm(server, {}, { can_mention_many_users_group: who })

  const NOT_CHANNEL = [
    'You do not have permission to use channel wildcard mentions in this channel.',
    { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', status: 400 },
  ] as const
  const NOT_TOPIC = [
    'You do not have permission to use topic wildcard mentions in this topic.',
    { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', status: 400 },
  ] as const

  test('a channel of fifteen: anyone may mention it', async () => {
    await send(ann, 'fifteen', '@**all**')
    await send(bob, 'fifteen', '@**all**')
  })

  test('a channel of sixteen: only people with the permission', async () => {
    const before = await countOf('message')
    await refused(send(ann, 'sixteen', '@**all**', 'new'), ...NOT_CHANNEL)
    await refused(send(ann, 'sixteen', '@**everyone** @**topic**'), ...NOT_CHANNEL)
    expect([await countOf('message'), await countOf('topic')]).toEqual([before, 1])
    await send(ann, 'sixteen', '@_**all** `@**all**`')
    await server.owner.call(endpoints.sendMessage, { type: 'channel', to: 'sixteen', topic: 'x', content: '@**all**' })
    await mayMentionMany('role:everyone')
    await send(ann, 'sixteen', '@**all**')
    await mayMentionMany('role:administrators')
  })

  test('a topic of fifteen: anyone who is one of them; one more is too many', async () => {
    // The channel is larger, but only the people of the topic count.
    for (const person of [ann, ...crowd]) await send(person, 'sixteen', 'Hello', 'talk')
    await send(ann, 'sixteen', '@**topic**', 'talk')
    await send(crowd[0]!, 'sixteen', '@**topic**', 'Talk')
    const before = await countOf('message')
    await refused(send(bob, 'sixteen', '@**topic**', 'talk'), ...NOT_TOPIC)
    expect(await countOf('message')).toBe(before)
    await send(bob, 'sixteen', '@**topic**', 'another')
  })

  test('a topic of sixteen, one of whom only reacted: only people with the permission', async () => {
    const { id } = await send(ann, 'sixteen', 'Hello', 'talk')
    await bob.client.call(endpoints.addReaction, { message_id: id, emoji_name: 'tada' })
    await refused(send(ann, 'sixteen', '@**topic**', 'talk'), ...NOT_TOPIC)
    await send(ann, 'sixteen', '@_**topic**', 'talk')
    await mayMentionMany('role:everyone')
    await send(ann, 'sixteen', '@**topic**', 'talk')
    await mayMentionMany('role:administrators')
  })

  test('likewise when the message is scheduled, or a scheduled one is edited', async () => {
    const { createScheduledMessage, updateScheduledMessage } = endpoints
    const to = server.channelId('sixteen')
    const message = { type: 'channel', to, topic: 'talk', scheduled_delivery_timestamp: 4_102_444_800 } as const
    const schedule = (content: string) => ann.client.call(createScheduledMessage, { ...message, content })
    await refused(schedule('@**all**'), ...NOT_CHANNEL)
    await refused(schedule('@**topic**'), ...NOT_TOPIC)
    const { scheduled_message_id } = await schedule('Hello')
    const edit = (content: string) => ann.client.call(updateScheduledMessage, { scheduled_message_id, content })
    await refused(edit('@**all**'), ...NOT_CHANNEL)
    await refused(edit('@**topic**'), ...NOT_TOPIC)
    await edit('@_**all**')
  })

  test('a conversation of any size: anyone', async () => {
    const to = JSON.stringify([bob, ...crowd].map(({ id }) => id))
    await ann.client.call(endpoints.sendMessage, { type: 'direct', to, content: '@**all** @**topic**' })
  })
})
