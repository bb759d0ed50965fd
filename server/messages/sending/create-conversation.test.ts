import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { crowd } from '../../../test/crowd.ts'
import { expectConsistent } from '../../../test/faults/check.ts'
import type { Person } from '../../../test/harness.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { conversationOf } from '../conversation-queries.ts'

/** The maximum: 250 recipients and the sender. */
const MANY = 251

describe('a conversation of the maximum size', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  let others: number[]

  beforeAll(async () => {
    others = [bob.id, ...(await crowd(server, MANY - 2))]
  })

  const send = (from: Person, to: readonly number[], content = 'Hello') =>
    from.client.call(endpoints.sendMessage, { type: 'direct', to: JSON.stringify(to), content })

  test('is the same, no matter who writes and in which order they name the others', async () => {
    const { queue_id } = await bob.client.call(endpoints.registerQueue, { fetch_event_types: [] })
    const { id: first } = await send(ann, others)
    const { id: second } = await send(bob, [ann.id, ...others.toReversed()])
    const { rows } = await server.database.pool.query(
      'select distinct cardinality(c.members) as size from message m join conversation c on c.id = m.conv_id where m.id = any($1)',
      [[first, second]],
    )
    expect(rows).toEqual([{ size: MANY }])
    const { events } = await bob.client.call(endpoints.getEvents, { queue_id: queue_id! })
    const recipients = events.flatMap((event) => (event.type === 'message' ? [event.message.display_recipient] : []))
    expect(recipients.map(({ length }) => length)).toEqual([MANY, MANY])
  })

  test('can be narrowed to by its people, and by no others', async () => {
    const { id } = await send(ann, others)
    // Too many for a URL, so a form field names the method.
    const newest = async (people: readonly number[]) => {
      const narrow = JSON.stringify([{ operator: 'dm', operand: people }])
      const response = await fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${bob.email}:${bob.apiKey}`)}` },
        body: new URLSearchParams({ method: 'GET', anchor: 'newest', num_before: '1', num_after: '0', narrow }),
      })
      const { messages } = (await response.json()) as { messages: { id: number }[] }
      return messages.map((message) => message.id)
    }
    expect(await newest([ann.id, ...others])).toEqual([id])
    expect(await newest([ann.id, ...others.slice(0, -1)])).toEqual([])
  })

  test('is unread and recent in register', async () => {
    const state = await bob.client.call(endpoints.registerQueue, {})
    expect(state.unread_msgs!.huddles).toMatchObject([{ unread_message_ids: { length: 2 } }])
    expect(state.recent_private_conversations).toMatchObject([{ user_ids: { length: MANY - 1 } }])
  })

  test('accepts no more people, by ids or by emails', async () => {
    const [late = 0] = await crowd(server, 1)
    const TOO_MANY = 'Direct messages can have at most 250 recipients.'
    await refused(send(ann, [...others, late]), TOO_MANY)
    await refused(
      send(
        ann,
        Array.from({ length: 5_000 }, (_, n) => n),
      ),
      TOO_MANY,
    )
    const emails = [...others, late].map((id) => server.realm.users.get(id)!.apiEmail)
    await refused(ann.client.call(endpoints.sendMessage, { type: 'direct', to: emails.join(), content: 'x' }), TOO_MANY)
    // The sender may be one of the 250, and each of them may be repeated.
    await send(ann, [ann.id, ...others, ...others])
  })

  test('is found by an index, and leaves a consistent database', async () => {
    const { db, url } = server.database
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from conversation_head where id = ${conversationOf(server.realm.id, [ann.id, bob.id])}`.execute(
      db,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('conversation_members')
    await expectConsistent(url)
  })
})
