import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { expectConsistent } from '../../../test/faults/check.ts'
import { whileLaneIsHeld } from '../../../test/held-lane.ts'
import { useServer } from '../../../test/use-server.ts'

const { deleteMessage, getMessages, getMessageHistory, sendMessage, subscribe } = endpoints
const { updateMessage, updateMessageFlags, updateStream } = endpoints

describe('an edit that waits for the lane', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
  beforeAll(async () => {
    const subscriptions = [{ name: 'plaza' }, { name: 'garden' }]
    await server.owner.call(subscribe, { subscriptions, principals: [ann.id, bob.id, server.ownerId] })
  })

  const say = async (topic: string, to = 'plaza', by = ann) =>
    (await by.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const move = (message_id: number, change: object) =>
    server.owner.call(updateMessage, { message_id, propagate_mode: 'change_all', ...change })
  const fetched = async () => {
    const page = { anchor: 'newest', num_before: 500, num_after: 0, allow_empty_topic_name: true } as const
    const { messages } = await server.owner.call(getMessages, page)
    return new Map(messages.map((message) => [message.id, message]))
  }
  const placesOf = async (ids: readonly number[]) => {
    const messages = await fetched()
    return ids.map((id) => {
      const { display_recipient, subject } = messages.get(id)!
      return `${display_recipient as string} > ${subject}`
    })
  }
  const isWritten = async (id: number) => {
    const { rows } = await server.database.pool.query('select from message where id = $1 for update skip locked', [id])
    return rows.length === 0
  }

  test.each([
    ['a new content', { content: 'Hello again' }],
    ['another topic, where there are messages', { topic: 'merged', propagate_mode: 'change_all' }],
    ['a new topic for some of the messages', { topic: 'split', propagate_mode: 'change_one' }],
    ['another channel', { channel: 'garden', propagate_mode: 'change_all' }],
  ] as const)('has already written %s', async (name, change) => {
    await say('merged')
    const [id] = [await say(name), await say(name)]
    const { channel, ...rest } = { channel: undefined, ...change }
    const wanted = { message_id: id, ...rest, ...(channel ? { stream_id: server.channelId(channel) } : {}) }
    const client = 'content' in change ? ann.client : server.owner
    let wasWritten = false
    await whileLaneIsHeld(
      server,
      () => client.call(updateMessage, wanted),
      // It waits too, and ends when the edit has ended.
      async () => {
        wasWritten = await isWritten(id)
        await say('elsewhere', 'garden')
      },
    )
    expect(wasWritten).toBe(true)
    expect(await isWritten(id)).toBe(false)
  })

  test.each([
    ['merged', () => ({ topic: 'merged' }), 'plaza > merged'],
    ['moved to another channel', () => ({ stream_id: server.channelId('garden') }), 'garden > joined'],
    ['renamed', () => ({ topic: '✔ joined' }), 'plaza > ✔ joined'],
  ] as const)('takes along what is sent to a topic that is %s', async (_, changeOf, place) => {
    const change = changeOf()
    const ids = [await say('joined'), await say('joined')]
    const sent: number[] = []
    await whileLaneIsHeld(
      server,
      async () => sent.push(await say('joined')),
      () => move(ids[0]!, change),
    )
    expect(await placesOf([...ids, ...sent])).toEqual([place, place, place])
    for (const id of [...ids, ...sent]) {
      const { message_history: history } = await ann.client.call(getMessageHistory, { message_id: id })
      expect(history).toHaveLength(2)
    }
    for (const id of [...ids, ...sent]) await server.owner.call(deleteMessage, { message_id: id })
  })

  test('finds a topic that somebody has started meanwhile', async () => {
    const id = await say('early')
    const started: number[] = []
    await whileLaneIsHeld(
      server,
      async () => started.push(await say('Late', 'garden')),
      () => move(id, { topic: 'late', stream_id: server.channelId('garden') }),
    )
    expect(await placesOf([id, ...started])).toEqual(['garden > Late', 'garden > Late'])
  })

  test('counts what is sent meanwhile', async () => {
    const id = await say('counted')
    const refused = () => expect(move(id, { topic: 'x', expected_message_count: 1 })).rejects.toThrow('does not match')
    await whileLaneIsHeld(server, () => say('counted'), refused)
    expect(await placesOf([id])).toEqual(['plaza > counted'])
  })

  test('keeps a message that was alone in its topic apart from the next one', async () => {
    const id = await say('alone')
    const next: number[] = []
    await whileLaneIsHeld(
      server,
      async () => next.push(await say('alone')),
      () => move(id, { topic: 'left', propagate_mode: 'change_one' }),
    )
    expect(await placesOf([id, ...next])).toEqual(['plaza > left', 'plaza > alone'])
  })

  test('keeps the flags that people set meanwhile', async () => {
    const id = await say('flagged')
    const star = () => bob.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await whileLaneIsHeld(server, star, () => ann.client.call(updateMessage, { message_id: id, content: '@**Bob**' }))
    const { messages } = await bob.client.call(getMessages, { message_ids: [id] })
    expect(messages[0]!.flags.toSorted()).toEqual(['mentioned', 'starred'])
    await whileLaneIsHeld(server, star, () => ann.client.call(updateMessage, { message_id: id, content: 'Nobody' }))
    const again = await bob.client.call(getMessages, { message_ids: [id] })
    expect(again.messages[0]!.flags).toEqual(['starred'])
  })

  test('is refused when the caller loses the permission meanwhile', async () => {
    const id = await say('kept')
    const stream_id = server.channelId('plaza')
    const archive = () => server.owner.call(updateStream, { stream_id, is_archived: true })
    const restore = () => server.owner.call(updateStream, { stream_id, is_archived: false })
    const refused = () =>
      expect(ann.client.call(updateMessage, { message_id: id, content: 'Late' })).rejects.toThrow('Invalid message')
    await whileLaneIsHeld(server, archive, refused)
    await restore()
    await whileLaneIsHeld(server, archive, () => expect(move(id, { topic: 'late' })).rejects.toThrow('Invalid message'))
    await restore()
    expect(await placesOf([id])).toEqual(['plaza > kept'])
    expect((await fetched()).get(id)!.content).toBe('<p>Hello</p>')
  })

  test('leaves a consistent database', () => expectConsistent(server.database.url))
})
