import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { explains } from '../../test/events-explain-state.ts'
import { useServer } from '../../test/use-server.ts'

const { deleteMessage, sendMessage, subscribe, updateMessage } = endpoints

const NEWEST = { max_message_id: 'the newest message is gone' }

describe('the first message of a channel', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob', 'cho'] })

  beforeAll(async () => {
    const principals = [ann.id, bob.id]
    await ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }, { name: 'supper' }], principals })
  })

  const say = async (to: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic: 'soup', content: 'Hello' })).id
  const remove = (message_id: number) => ann.client.call(deleteMessage, { message_id })
  // Cho is in no channel, but knows both.
  const watchers = () => ({ Bob: bob.client, Cho: cho.client })
  const update = (name: string, value: number | null) =>
    expect.objectContaining({
      type: 'stream',
      op: 'update',
      stream_id: server.channelId(name),
      property: 'first_message_id',
      value,
    })

  test('is another one after it is deleted', async () => {
    const [first, second, third] = [await say('lunch'), await say('lunch'), await say('lunch')]
    const told = await explains(watchers(), () => remove(first))
    expect(told['Bob']).toEqual([expect.objectContaining({ type: 'delete_message' }), update('lunch', second)])
    expect(told['Cho']).toEqual([update('lunch', second)])
    expect((await explains(watchers(), () => remove(third), NEWEST))['Cho']).toEqual([])
    const last = await explains(watchers(), () => remove(second), NEWEST)
    expect(last['Cho']).toEqual([update('lunch', null)])
  })

  test('is another one when messages come from another channel, or leave', async () => {
    const move = (message_id: number, name: string) =>
      ann.client.call(updateMessage, {
        message_id,
        stream_id: server.channelId(name),
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
      })
    const old = await say('lunch')
    const young = await say('supper')
    const entered = await explains(watchers(), () => move(old, 'supper'))
    expect(entered['Cho']).toEqual([update('lunch', null), update('supper', old)])
    const left = await explains(watchers(), () => move(old, 'lunch'))
    expect(left['Cho']).toEqual([update('supper', null), update('lunch', old)])
    expect(young).toBeGreaterThan(old)
    const later = await say('supper')
    expect((await explains(watchers(), () => move(later, 'lunch')))['Cho']).toEqual([update('supper', null)])
  })
})
