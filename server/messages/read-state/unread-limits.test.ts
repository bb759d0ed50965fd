import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'
import { unreadLimits } from './unread-limits.ts'

const { deleteMessage, markAllAsRead, registerQueue, sendMessage, subscribe } = endpoints

describe('the state of somebody with many unread messages', () => {
  const { ann, bob, eve } = useServer({ members: ['ann', 'bob'], administrators: ['eve'], channel: 'lunch' })
  const usual = { ...unreadLimits }
  let lunch: number[]
  let dinner: number[]

  beforeEach(async () => {
    for (const { client } of [ann, bob, eve]) await client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
    await bob.client.call(markAllAsRead, {})
    lunch = [await say('lunch', 'soup'), await say('lunch', 'stew'), await say('lunch', 'soup')]
    dinner = []
    for (let n = 0; n < 5; n += 1) dinner.push(await say('dinner', 'rice'))
  })
  afterEach(() => void Object.assign(unreadLimits, usual))

  const say = async (to: string, topic: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  /** What Bob has not read, ascending, and whether there is more. */
  const unread = async (limits: Partial<typeof usual>) => {
    Object.assign(unreadLimits, limits)
    const { count, streams, old_unreads_missing: isCut } = (await bob.client.call(registerQueue, {})).unread_msgs!
    const ids = streams.flatMap((stream) => stream.unread_message_ids).sort((a, b) => a - b)
    expect(count).toBe(ids.length)
    return { ids, isCut }
  }

  test('has the newest of them and says that older ones are missing', async () => {
    expect(await unread({ most: 3, enough: 4 })).toEqual({ ids: dinner.slice(-3), isCut: true })
    const newest = await say('lunch', 'soup')
    expect(await unread({ most: 3, enough: 4 })).toEqual({ ids: [...dinner.slice(-2), newest], isCut: true })
  })

  test('has older ones if fewer are unread than was expected', async () => {
    for (const message_id of dinner.slice(1, 4)) await eve.client.call(deleteMessage, { message_id })
    expect(await unread({ most: 3, enough: 4 })).toEqual({ ids: [lunch[2], dinner[0], dinner[4]], isCut: true })
  })

  test('has all of them as long as they are few enough', async () => {
    const all = [...lunch, ...dinner]
    expect(await unread({ enough: 4 })).toEqual({ ids: all, isCut: false })
    expect(await unread({ most: 8, enough: 8 })).toEqual({ ids: all, isCut: false })
    expect(await unread({ most: 7, enough: 7 })).toEqual({ ids: all.slice(1), isCut: true })
  })
})
