import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getEvents, registerQueue, sendMessage, setTypingStatusForMessageEdit } = endpoints

describe('typing while a message is edited', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })

  const say = async (topic: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content: 'Hi' })).id
  const whisper = async () =>
    (await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })).id
  const type = (person: Person, message_id: number, op: 'start' | 'stop' = 'start') =>
    person.client.call(setTypingStatusForMessageEdit, { message_id, op })
  async function watch(person: Person, capabilities: object = {}) {
    const { queue_id, last_event_id } = await person.client.call(registerQueue, {
      fetch_event_types: [],
      event_types: ['typing_edit_message'],
      client_capabilities: {
        notification_settings_null: true,
        empty_topic_name: true,
        stream_typing_notifications: true,
        ...capabilities,
      },
    })
    const queue = { queue_id: queue_id!, last_event_id }
    const events = async () => (await person.client.call(getEvents, { ...queue, dont_block: true })).events
    return Object.assign(events, { waiting: () => person.client.call(getEvents, queue) })
  }

  test('reaches those who have the message', async () => {
    const id = await say('')
    const [bobs, olds, chos] = [await watch(bob), await watch(bob, { empty_topic_name: false }), await watch(cho)]
    await type(ann, id)
    await type(ann, id, 'stop')
    const channel_id = server.channelId('lunch')
    const event = { type: 'typing_edit_message', sender_id: ann.id, message_id: id }
    const inChannel = (topic: string) => ({ ...event, recipient: { type: 'channel', channel_id, topic } })
    expect(await bobs()).toMatchObject([
      { ...inChannel(''), op: 'start' },
      { ...inChannel(''), op: 'stop' },
    ])
    expect(await olds()).toMatchObject([inChannel('general chat'), inChannel('general chat')])
    expect(await chos()).toEqual([])
  })

  test('reaches all clients, also those that do not know typing in channels', async () => {
    const [id, dm] = [await say('soup'), await whisper()]
    const old = { stream_typing_notifications: false }
    const [waiting, later, [oldWaiting, oldLater]] = [
      (await watch(bob)).waiting(),
      await watch(bob),
      [(await watch(bob, old)).waiting(), await watch(bob, old)],
    ]
    await type(ann, id)
    await type(ann, dm)
    expect((await waiting).events[0]).toMatchObject({ message_id: id })
    expect(await later()).toMatchObject([{ message_id: id }, { message_id: dm }])
    expect((await oldWaiting).events[0]).toMatchObject({ message_id: id })
    expect(await oldLater()).toMatchObject([{ message_id: id }, { message_id: dm }])
  })

  test('reaches the people of a direct message', async () => {
    const id = await whisper()
    const [bobs, chos] = [await watch(bob), await watch(cho)]
    await type(ann, id)
    expect(await bobs()).toMatchObject([
      { op: 'start', message_id: id, recipient: { type: 'direct', user_ids: [ann.id, bob.id] } },
    ])
    expect(await chos()).toEqual([])
  })

  test('is for those who may edit it', async () => {
    await refused(type(bob, await say('soup')), "You don't have permission to edit this message")
    await refused(type(cho, await whisper()), 'Invalid message(s)')
  })

  test('is not sent for people who do not want it, nor to them', async () => {
    const [id, dm] = [await say('soup'), await whisper()]
    const bobs = await watch(bob)
    await changeAccount(server, bob.id, { settings: JSON.stringify({ receives_typing_notifications: false }) })
    await type(ann, id)
    expect(await bobs()).toEqual([])
    const off = { send_stream_typing_notifications: false, send_private_typing_notifications: false }
    await changeAccount(server, ann.id, { settings: JSON.stringify(off) })
    await refused(type(ann, id), 'User has disabled typing notifications for channel messages')
    await refused(type(ann, dm), 'User has disabled typing notifications for direct messages')
  })
})
