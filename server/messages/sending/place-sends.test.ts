import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'
import { placeSends } from './place-sends.ts'
import type { SendPlan } from './send-plan.ts'

const { getMessage, sendMessage } = endpoints

describe('the place of a message', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'talk' })

  const say = (topic: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic, content: 'x' })
  const convId = () => server.realm.channelByName('talk')!.convId
  const stored = async () => {
    const text = `select m.id, m.hseq, t.name as topic from message m join topic t on t.id = m.topic_id
      where m.home_conv = $1 order by m.hseq`
    return (await server.database.pool.query(text, [convId()])).rows
  }
  const topicOf = async (messageId: number) =>
    (await ann.client.call(getMessage, { message_id: messageId })).message.subject

  test('positions continue without a gap, whether or not memory knows the place', async () => {
    await say('one')
    await say('one')
    server.realm.places.forget()
    await say('one')
    await Promise.all(['one', 'two', 'one', 'two'].map(say))
    const rows = await stored()
    expect(rows.map((row) => row.hseq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(server.realm.places.head(convId())).toBe(7)
  })

  test('a new topic has the spelling of its first message and includes simultaneous messages', async () => {
    const sent = await Promise.all(['Lunch', 'LUNCH', 'lunch', 'Dinner'].map(say))
    const topics = await Promise.all(sent.map(({ id }) => topicOf(id)))
    expect(topics).toEqual(['Lunch', 'Lunch', 'Lunch', 'Dinner'])
    expect(await topicOf((await say('lUNCH')).id)).toBe('Lunch')
    server.realm.places.forget()
    expect(await topicOf((await say('lunch')).id)).toBe('Lunch')
  })

  test('the event has the stored spelling of the topic, known or not', async () => {
    const { queue_id, last_event_id } = await ann.client.call(endpoints.registerQueue, { event_types: ['message'] })
    await say('lunch')
    server.realm.places.forget()
    await say('LUNCH')
    const { events } = await ann.client.call(endpoints.getEvents, { queue_id: queue_id!, last_event_id })
    const { rows } = await server.database.pool.query(
      `select payload::json -> 'message' ->> 'topic' as topic from event_log order by seq desc limit 2`,
    )
    expect(events.map((event) => event.type === 'message' && event.message.subject)).toEqual(['Lunch', 'Lunch'])
    expect(rows).toEqual([{ topic: 'Lunch' }, { topic: 'Lunch' }])
  })

  test('facts from another position of the log are not used', () => {
    const plan = {
      realm: server.realm,
      message: { convId: -1, topic: '' },
      headsRead: { seq: 5, heads: new Map([[-1, 40]]) },
    } as unknown as SendPlan
    expect(placeSends({ expected: 6, now: 1 }, [plan])).toBeNull()
    expect(placeSends({ expected: 5, now: 1 }, [plan, plan])?.map(({ hseq }) => hseq)).toEqual([41, 42])
  })

  test('a position that is already taken fails one send, and the next send continues after it', async () => {
    const { id } = await say('one')
    await server.database.pool.query(
      `insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, sent_at, client,
         content, rendered)
       select nextval('message_id_seq'), realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq + 1,
         sent_at, client, content, rendered from message where id = $1`,
      [id],
    )
    await expect(say('one')).rejects.toThrow()
    await say('one')
    const rows = await stored()
    expect(rows.map((row) => row.hseq)).toEqual(rows.map((_, index) => index + 1))
  })

  test('a direct conversation has its own positions', async () => {
    const bob = await server.person('Bob')
    const write = () => ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'x' })
    const ids = [(await write()).id, (await write()).id]
    server.realm.places.forget()
    ids.push((await write()).id)
    const { rows } = await server.database.pool.query(
      'select hseq, topic_id from message where id = any($1) order by id',
      [ids],
    )
    expect(rows).toEqual([1, 2, 3].map((hseq) => ({ hseq, topic_id: null })))
  })
})
