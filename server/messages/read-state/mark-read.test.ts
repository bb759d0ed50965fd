import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const {
  getMessage,
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  sendMessage,
  subscribe,
  updateMessage,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} = endpoints

describe('marking many messages', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })
  let soup: number[]
  let stew: number[]

  beforeAll(async () => {
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true }
    await ann.client.call(subscribe, secret)
    for (const person of [ann, bob]) await person.client.call(subscribe, { subscriptions: [{ name: 'dinner' }] })
  })
  beforeEach(async () => {
    soup = [await say('soup'), await say('soup'), await say('soup')]
    stew = [await say('stew')]
  })

  const channel = (name: string) => server.channelId(name)
  const say = async (topic: string, to = 'lunch') =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const unreadOf = async (person: Person, ids: readonly number[]) => {
    const unread: number[] = []
    for (const message_id of ids) {
      const { message } = await person.client.call(getMessage, { message_id })
      if (!message.flags.includes('read')) unread.push(message_id)
    }
    return unread
  }
  const term = (operator: string, operand: string) => ({ operator, operand, negated: false })
  const inSoup = [term('channel', 'lunch'), term('topic', 'soup')]
  const mark = (person: Person, args: object) =>
    person.client.call(updateMessageFlagsForNarrow, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: inSoup,
      op: 'add',
      flag: 'read',
      ...args,
    })

  describe('of a narrow', () => {
    test('changes those around the anchor', async () => {
      const at = { anchor: String(soup[1]), num_before: 0, num_after: 1 }
      const watchers = { Bob: bob.client, Ann: ann.client }
      const told = await explains(watchers, async () =>
        expect(await mark(bob, at)).toEqual({
          processed_count: 2,
          updated_count: 2,
          first_processed_id: soup[1],
          last_processed_id: soup[2],
          found_oldest: false,
          found_newest: false,
          ignored_because_not_subscribed_channels: [],
        }),
      )
      expect(told['Bob']).toMatchObject([{ op: 'add', flag: 'read', messages: soup.slice(1) }])
      expect(told['Ann']).toEqual([])
      expect(await unreadOf(bob, soup)).toEqual([soup[0]])
      expect(await mark(bob, { ...at, include_anchor: false })).toMatchObject({ processed_count: 1, updated_count: 0 })
    })

    test('begins at the first unread, and finds both ends', async () => {
      await mark(bob, {})
      const fresh = await say('soup')
      expect(await mark(bob, { anchor: 'first_unread', num_before: 0, num_after: 5000 })).toMatchObject({
        first_processed_id: fresh,
        updated_count: 1,
        found_newest: true,
      })
      expect(await mark(bob, { anchor: 'oldest', num_before: 9000, num_after: 9000 })).toMatchObject({
        found_oldest: true,
      })
    })

    test('finds nothing in a narrow without messages', async () => {
      expect(await mark(bob, { narrow: [term('channel', 'lunch'), term('topic', 'nothing')] })).toEqual({
        processed_count: 0,
        updated_count: 0,
        first_processed_id: null,
        last_processed_id: null,
        found_oldest: true,
        found_newest: true,
        ignored_because_not_subscribed_channels: [],
      })
    })

    test('stars, and says where messages cannot become unread', async () => {
      await explains({ Cho: cho.client }, () => mark(cho, { flag: 'starred' }))
      expect(await mark(cho, { op: 'remove' })).toMatchObject({
        updated_count: 0,
        ignored_because_not_subscribed_channels: [channel('lunch')],
      })
    })

    test.each([
      [{ op: 'toggle' }, "Invalid message flag operation: 'toggle'"],
      [{ flag: 'mentioned' }, "Flag not editable: 'mentioned'"],
      [{ flag: 'red' }, "Invalid flag: 'red'"],
      [{ anchor: 'date' }, 'Invalid anchor'],
      [{ anchor: 'soon' }, 'Invalid anchor'],
      [{ anchor: '5', num_after: 5, include_anchor: false }, 'The anchor can only be excluded at an end of the range'],
    ])('%j is refused', (args, text) => refused(mark(bob, args), text))

    test('refuses a narrow with a channel that the caller may not know', async () => {
      await refused(
        mark(bob, { narrow: [term('channel', 'secret')] }),
        'Invalid narrow operator: unknown channel secret',
        {
          code: 'BAD_NARROW',
        },
      )
    })
  })

  test('a topic is read as a whole', async () => {
    const args = { stream_id: channel('lunch'), topic_name: 'SOUP' }
    const told = await explains({ Bob: bob.client }, () => bob.client.call(markTopicAsRead, args))
    expect(told['Bob']).toMatchObject([{ flag: 'read', op: 'add' }])
    expect(await unreadOf(bob, [...soup, ...stew])).toEqual(stew)
    await refused(bob.client.call(markTopicAsRead, { ...args, topic_name: 'nothing' }), "No such topic 'nothing'")
    await refused(bob.client.call(markTopicAsRead, { ...args, stream_id: channel('secret') }), 'Invalid channel ID')
  })

  test('a channel is read as a whole, with what was moved into it and not what was moved out', async () => {
    const away = await say('soup')
    const near = await say('soup', 'dinner')
    const quiet = { send_notification_to_new_thread: false }
    await ann.client.call(updateMessage, { message_id: away, stream_id: channel('dinner'), ...quiet })
    await ann.client.call(updateMessage, { message_id: near, stream_id: channel('lunch'), ...quiet })
    await explains({ Bob: bob.client }, () => bob.client.call(markStreamAsRead, { stream_id: channel('lunch') }))
    expect(await unreadOf(bob, [...soup, ...stew, near, away])).toEqual([away])
    await cho.client.call(markStreamAsRead, { stream_id: channel('lunch') })
    await refused(bob.client.call(markStreamAsRead, { stream_id: channel('secret') }), 'Invalid channel ID')
  })

  test('everything is read at once, copies and mentions of bots too', async () => {
    const { id: dm } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })
    const moved = await say('soup')
    await ann.client.call(updateMessage, { message_id: moved, stream_id: channel('dinner') })
    const told = await explains({ Bob: bob.client, Ann: ann.client }, async () =>
      expect(await bob.client.call(markAllAsRead, {})).toEqual({ complete: true }),
    )
    expect(told['Bob']).toMatchObject([{ op: 'add', flag: 'read', messages: [], all: true }])
    expect(told['Ann']).toEqual([])
    expect(await unreadOf(bob, [...soup, ...stew, dm, moved])).toEqual([])
    const robot = await bot(server, 'Robot', ann)
    const call = { type: 'channel', to: 'lunch', topic: 'soup', content: '@**Robot** go' } as const
    const { id } = await ann.client.call(sendMessage, call)
    expect(await unreadOf(robot, [id])).toEqual([id])
    await explains({ Robot: robot.client }, () => robot.client.call(markAllAsRead, {}))
    expect(await unreadOf(robot, [id])).toEqual([])
    const next = await say('soup')
    expect(await unreadOf(bob, [next])).toEqual([next])
  })

  describe('read receipts', () => {
    const receipts = async (person: Person, message_id = soup[0]!) =>
      (await person.client.call(getReadReceipts, { message_id })).user_ids

    test('are off at first', async () => {
      await refused(receipts(ann), 'Read receipts are disabled in this organization.')
      await changeRealm(server, { enable_read_receipts: true })
      expect(await receipts(ann)).toEqual([])
    })

    test('name those who have read it, not its sender', async () => {
      const dan = await server.person('Dan', 'lunch')
      const id = await say('soup')
      for (const person of [ann, bob, dan])
        await person.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
      expect(await receipts(bob, id)).toEqual([bob.id, dan.id])
      await changeAccount(server, dan.id, { settings: JSON.stringify({ send_read_receipts: false }) })
      expect(await receipts(bob, id)).toEqual([bob.id])
      await changeAccount(server, dan.id, { settings: '{}', is_active: false })
      expect(await receipts(ann, id)).toEqual([bob.id])
      await changeAccount(server, dan.id, { is_active: true })
      const mute = (user_id: number, muted_id: number) =>
        server.database.db.insertInto('mute').values({ user_id, muted_id, from_seq: 1, at: 1, to_seq: null }).execute()
      await mute(dan.id, bob.id)
      expect([await receipts(bob, id), await receipts(ann, id)]).toEqual([[bob.id], [bob.id, dan.id]])
      await server.database.db.deleteFrom('mute').execute()
      await mute(bob.id, dan.id)
      expect(await receipts(bob, id)).toEqual([bob.id])
    })

    test('are for people who may read the message', async () => {
      const { id } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'psst' })
      await refused(receipts(cho, id), 'Invalid message(s)')
      await refused(receipts(cho, 2 ** 40), 'Invalid message(s)')
    })
  })

  test('leaves nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
