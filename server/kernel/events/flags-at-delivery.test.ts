import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { crowd } from '../../../test/crowd.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'

const { deleteMessage, getEvents, registerQueue, sendMessage, subscribe } = endpoints
const { updateMessage, updateMessageFlags } = endpoints

describe('the flags of an update_message event', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })

  const send = async () =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello' })).id
  const edit = (message_id: number, content: string) => ann.client.call(updateMessage, { message_id, content })
  const read = (message_id: number) =>
    bob.client.call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'read' })

  async function queueOf({ client }: Person, types = ['update_message']) {
    const { queue_id, last_event_id } = await client.call(registerQueue, { event_types: types, fetch_event_types: [] })
    const poll = async (dont_block: boolean) =>
      (await client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block })).events
    return { now: () => poll(true), next: () => poll(false), id: queue_id! }
  }
  const flagsIn = (events: Awaited<ReturnType<Awaited<ReturnType<typeof queueOf>>['now']>>) =>
    events.flatMap((event) => (event.type === 'update_message' ? [event.flags] : []))
  const forgetTail = async () => server.ctx.queues.restart(await server.ctx.realms.live(server.realm.id))

  test('are those of the reader, also for a client that waits', async () => {
    const id = await send()
    const queue = await queueOf(bob)
    const waiting = queue.next()
    await expect.poll(() => server.ctx.queues.byId.get(queue.id)?.poll).toBeDefined()
    await edit(id, 'Hello @**Bob**')
    expect(flagsIn(await waiting)).toEqual([['mentioned']])
    await read(id)
    expect(flagsIn(await queue.now())).toEqual([['mentioned']])
  })

  test('may be newer than the event when it is read from the log, and never older', async () => {
    const id = await send()
    const queue = await queueOf(bob)
    await edit(id, 'Hello @**Bob**')
    await edit(id, 'Hello again')
    await read(id)
    await forgetTail()
    expect(flagsIn(await queue.now())).toEqual([['read'], ['read']])
    await edit(id, 'Hello @**Bob**, again')
    const newest = ['read', 'mentioned']
    expect(flagsIn(await queue.now())).toEqual([newest, newest, newest])
  })

  test('say nothing is unread when the message is gone', async () => {
    const id = await send()
    const queue = await queueOf(bob, ['update_message', 'delete_message'])
    await edit(id, 'Hello @**Bob**')
    await server.owner.call(deleteMessage, { message_id: id })
    await forgetTail()
    const events = await queue.now()
    expect(flagsIn(events)).toEqual([['read']])
    expect(events.map((event) => event.type)).toEqual(['update_message', 'delete_message'])
  })

  test('are read for all events of an answer at once', async () => {
    const statementsFor = async (edits: number) => {
      const id = await send()
      const queue = await queueOf(bob)
      for (let n = 0; n < edits; n += 1) await edit(id, `Hello ${n}`)
      await forgetTail()
      const { statements } = server.ctx.database
      const before = statements.count
      expect(await queue.now()).toHaveLength(edits)
      return statements.count - before
    }
    expect(await statementsFor(12)).toBe(await statementsFor(2))
  })

  test('are not in the log, however many people have the message', async () => {
    const people = await crowd(server, 600)
    await server.owner.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: people })
    const id = await send()
    const starring = await queueOf(bob)
    await bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await edit(id, 'Hello everybody')
    const { rows } = await server.database.pool.query<{ bytes: number }>(
      'select octet_length(audience) + octet_length(payload) as bytes from event_log order by seq desc limit 1',
    )
    expect(rows[0]!.bytes).toBeLessThan(1_000)
    expect(flagsIn(await starring.now())).toEqual([['starred']])
  })
})
