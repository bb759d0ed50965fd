import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { crowd } from '../../../test/crowd.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { requireConversationLocks } from '../../../test/locks.ts'
import { changeAccount, changeChannel, guest } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addSubmessage, deleteMessage, getEvents, getMessage, getMessages, registerQueue } = endpoints
const { sendMessage, subscribe, unsubscribe, updateMessage } = endpoints

const POLL = '/poll Soup or salad?\n- Soup\n* Salad\n\n Neither '
const CANNED = {
  widget_type: 'poll',
  extra_data: { question: 'Soup or salad?', options: ['Soup', 'Salad', 'Neither'] },
}
const VOTE = { type: 'vote', key: 'canned,0', vote: 1 }

describe('widgets', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })

  beforeAll(async () => {
    await requireConversationLocks(server)
    const vault = { subscriptions: [{ name: 'vault' }], invite_only: true, principals: [ann.id, bob.id] }
    await ann.client.call(subscribe, { ...vault, history_public_to_subscribers: false })
  })

  const say = async (content: string, to = 'lunch', more: object = {}) =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic: 'menu', content, ...more })).id
  const add = (person: Person, message_id: number, data: unknown, msg_type = 'widget') =>
    person.client.call(addSubmessage, { message_id, msg_type, content: JSON.stringify(data) })
  const submessages = async (id: number, person = ann) =>
    (await person.client.call(getMessage, { message_id: id })).message.submessages
  const dataOf = async (id: number) => (await submessages(id)).map((one) => JSON.parse(one.content) as unknown)

  describe('a message', () => {
    test.each([
      [POLL, CANNED],
      ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
      ['/poll\nSoup', { widget_type: 'poll', extra_data: { question: '', options: ['Soup'] } }],
      [
        '/todo Shopping\n- Milk: two bottles: cold\nBread',
        {
          widget_type: 'todo',
          extra_data: {
            task_list_title: 'Shopping',
            tasks: [
              { task: 'Milk', desc: 'two bottles: cold' },
              { task: 'Bread', desc: '' },
            ],
          },
        },
      ],
    ])('%j is a widget', async (content, data) => {
      const id = await say(content)
      expect(await dataOf(id)).toEqual([data])
      const { message } = await bob.client.call(getMessage, { message_id: id, apply_markdown: false })
      expect(message.content).toBe(content.trimEnd())
    })

    test.each(['/polls', 'a /poll', '/POLL x', '/me /poll'])('%j is none', async (content) => {
      expect(await submessages(await say(content))).toEqual([])
    })

    test('carries the widget in its event, and where messages are fetched', async () => {
      let id = 0
      const told = await explains({ Bob: bob.client }, async () => {
        id = await say(POLL)
      })
      const [own] = await submessages(id)
      expect(own).toMatchObject({ message_id: id, sender_id: ann.id, msg_type: 'widget' })
      expect(told['Bob']).toMatchObject([{ type: 'message', message: { id, submessages: [own] } }])
      const { messages } = await bob.client.call(getMessages, { message_ids: [id] })
      expect(messages).toMatchObject([{ submessages: [own] }])
    })

    test('is one message however often it is sent', async () => {
      const same = { queue_id: 'a queue', local_id: '1' }
      const id = await say(POLL, 'lunch', same)
      expect(await say(POLL, 'lunch', same)).toBe(id)
      expect(await dataOf(id)).toEqual([CANNED])
    })

    test('works between people too', async () => {
      const { id } = await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: POLL })
      const told = await explains({ Bob: bob.client, Cho: cho.client }, () => add(bob, id, VOTE))
      expect(told).toMatchObject({ Bob: [{ type: 'submessage', message_id: id }], Cho: [] })
      await refused(add(cho, id, VOTE), 'Invalid message(s)')
    })

    test('cannot be edited, but moved', async () => {
      const id = await say(POLL)
      const edit = (args: object) => ann.client.call(updateMessage, { message_id: id, ...args })
      await refused(edit({ content: '/poll Tea?' }), 'Widgets cannot be edited.')
      await edit({ topic: 'drinks', send_notification_to_new_thread: false })
      expect(await dataOf(id)).toEqual([CANNED])
    })
  })

  describe('a form of a bot', () => {
    const form = (data: object, type = 'zform') => JSON.stringify({ widget_type: type, extra_data: data })
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Apple', reply: 'apple' }
    const CHOICES = { type: 'choices', heading: 'Fruit?', choices: [choice] }

    test('is sent along with a message', async () => {
      const id = await say('Which?', 'lunch', { widget_content: form(CHOICES) })
      expect(await dataOf(id)).toEqual([{ widget_type: 'zform', extra_data: CHOICES }])
    })

    test.each([
      ['{{', 'API programmer sent invalid JSON content'],
      ['[]', 'widget_content is not a dict'],
      ['{"extra_data": {}}', 'widget_type is not in widget_content'],
      ['{"widget_type": "zform"}', 'extra_data is not in widget_content'],
      ['{"widget_type": "zform", "extra_data": 1}', 'extra_data is not a dict'],
      [form(CHOICES, 'poll'), 'unknown widget type: poll'],
      [form({}), 'zform is missing type field'],
      [form({ type: 'x' }), 'unknown zform type: x'],
      [form({ type: 'choices' }), 'extra_data["heading"] field is missing: Field required'],
      [form({ ...CHOICES, heading: 1 }), 'extra_data["heading"] is not a string'],
      [form({ ...CHOICES, choices: 1 }), 'extra_data["choices"] is not a list'],
      [form({ ...CHOICES, choices: [1] }), 'extra_data["choices"][0] is not a dict'],
      [
        form({ ...CHOICES, choices: [{ ...choice, reply: undefined }] }),
        'extra_data["choices"][0]["reply"] field is missing: Field required',
      ],
    ])('%s is refused', async (widget_content, problem) => {
      await refused(say('Which?', 'lunch', { widget_content }), `Widgets: ${problem}`)
    })

    test('that is too long is refused', async () => {
      const long = form({ ...CHOICES, heading: 'x'.repeat(10_000) })
      const fields = { type: 'channel', to: 'lunch', topic: 'menu', content: 'x', widget_content: long }
      expect(await postForm(server, ann, '/messages', fields)).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'widget_content is too long (limit: 10000 characters)',
      })
    })
  })

  describe('a submessage', () => {
    test('goes to everybody who has the message, in the order of the ids', async () => {
      const id = await say(POLL)
      const watchers = { Ann: ann.client, Bob: bob.client, Cho: cho.client }
      const told = await explains(watchers, async () => {
        await add(bob, id, VOTE)
        await add(cho, id, { type: 'new_option', idx: 0, option: 'Bread' })
      })
      const [, vote, option] = await submessages(id)
      const event = { type: 'submessage', msg_type: 'widget', message_id: id }
      const events = [
        { ...event, sender_id: bob.id, submessage_id: vote!.id, content: JSON.stringify(VOTE) },
        { ...event, sender_id: cho.id, submessage_id: option!.id },
      ]
      expect(told).toMatchObject({ Ann: events, Bob: events, Cho: [] })
      expect(option!.id).toBeGreaterThan(vote!.id)
    })

    test.each([
      ['/poll x', VOTE],
      ['/poll x', { ...VOTE, vote: -1 }],
      ['/poll x', { type: 'new_option', idx: 1_000, option: 'Tea' }],
      ['/todo x', { type: 'new_task', key: 0, task: 'Milk', desc: '', completed: false }],
      ['/todo x', { type: 'strike', key: '7,0' }],
    ])('of a reader: %s takes %j', async (content, data) => {
      const id = await say(content)
      await add(bob, id, data)
      expect((await dataOf(id)).at(-1)).toEqual(data)
    })

    test.each([
      ['/poll x', { type: 'question', question: 'Tea?' }, "You can't edit a question unless you are the author."],
      [
        '/todo x',
        { type: 'new_task_list_title', title: 'Today' },
        "You can't edit the task list title unless you are the author.",
      ],
    ])('of the author only: %s, %j', async (content, data, text) => {
      const id = await say(content)
      await refused(add(bob, id, data), text)
      await add(ann, id, data)
    })

    test.each([
      ['/poll x', 1, 'poll data is not a dict'],
      ['/poll x', [VOTE], 'poll data is not a dict'],
      ['/poll x', {}, 'poll data["type"] field is missing: Field required'],
      ['/poll x', { type: 1 }, 'poll data["type"] is not a string'],
      ['/poll x', { type: 'constructor' }, 'Unknown type for poll data: constructor'],
      ['/poll x', { type: 'vote', key: 'canned,0' }, 'poll data["vote"] field is missing: Field required'],
      ['/poll x', { ...VOTE, key: 7 }, 'poll data["key"] is not a string'],
      ['/poll x', { ...VOTE, vote: 0 }, 'poll data["vote"] is neither 1 nor -1'],
      ['/poll x', { ...VOTE, vote: 'yes' }, 'poll data["vote"] is not an integer'],
      ['/poll x', { ...VOTE, more: 1 }, 'Argument "more" at poll data is unexpected'],
      ['/poll x', { type: 'new_option', idx: -1, option: 'x' }, 'poll data["idx"] is too small'],
      ['/poll x', { type: 'new_option', idx: 1_001, option: 'x' }, 'poll data["idx"] is too large'],
      ['/poll x', { type: 'new_option', idx: 1.5, option: 'x' }, 'poll data["idx"] is not an integer'],
      ['/todo x', VOTE, 'Unknown type for todo data: vote'],
      [
        '/todo x',
        { type: 'new_task', key: 0, task: 'x', desc: '', completed: 1 },
        'todo data["completed"] is not a boolean',
      ],
    ])('%s refuses %j', async (content, data, text) => {
      const id = await say(content)
      await refused(add(ann, id, data), text)
      expect(await submessages(id)).toHaveLength(1)
    })

    test('must be JSON, and not too long', async () => {
      const id = await say(POLL)
      const call = (content: string) => ann.client.call(addSubmessage, { message_id: id, msg_type: 'widget', content })
      await refused(call('{'), 'Invalid json for submessage')
      const fields = { message_id: `${id}`, msg_type: 'widget', content: `"${'x'.repeat(10_000)}"` }
      expect(await postForm(server, ann, '/submessage', fields)).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'content is too long (limit: 10000 characters)',
      })
    })

    test('of an ordinary message is first of all its sender’s, and takes any JSON', async () => {
      const id = await say('Hello')
      await refused(add(bob, id, [1]), 'You cannot attach a submessage to this message.')
      await add(ann, id, [1], 'game')
      await add(bob, id, { anything: true }, 'game')
      expect(await dataOf(id)).toEqual([[1], { anything: true }])
    })

    test('has its bounds in a message', async () => {
      const id = await say('Hello')
      await add(ann, id, 0, 'game')
      const fill = `insert into submessage (realm_id, message_id, sender_id, msg_type, content)
        select realm_id, message_id, sender_id, msg_type, repeat('0', 9999) from submessage, generate_series(1, 100)
        where message_id = $1`
      await server.database.pool.query(fill, [id])
      await refused(add(bob, id, 'x'.repeat(200), 'game'), 'This message has too many submessages.')
      await add(bob, id, 1, 'game')
    })

    test('has bounds for each person, in bytes', async () => {
      const id = await say('Hello')
      await add(ann, id, 0, 'game')
      const large = '€'.repeat(3_300)
      for (let count = 0; count < 5; count += 1) await add(bob, id, large, 'game')
      await refused(add(bob, id, large, 'game'), 'You cannot add more than 50 kB to this message.')
      await add(bob, id, 'x'.repeat(400), 'game')
      await add(ann, id, large, 'game')
      await add(bob, await say(POLL), VOTE)
    })

    test('has room for the votes of ten thousand people', async () => {
      const id = await say(POLL)
      const voters = await crowd(server, 9_999)
      const vote = `insert into submessage (realm_id, message_id, sender_id, msg_type, content)
        select $1, $2, unnest($3::int[]), 'widget', $4`
      await server.database.pool.query(vote, [server.realm.id, id, voters, JSON.stringify(VOTE)])
      await add(bob, id, VOTE)
      expect(await submessages(id)).toHaveLength(10_001)
      await add(bob, id, { ...VOTE, vote: -1 })
    })

    test('counts as taking part in the topic', async () => {
      const id = await say(POLL)
      await changeAccount(server, bob.id, { settings: JSON.stringify({ automatically_follow_topics_policy: 1 }) })
      const told = await explains({ Bob: bob.client }, () => add(bob, id, VOTE))
      expect(told['Bob']).toMatchObject([{ type: 'submessage' }, { type: 'user_topic', visibility_policy: 3 }])
      await changeAccount(server, bob.id, { settings: '{}' })
    })

    test('is for people who can read the message, in a channel that is not archived', async () => {
      const secret = await say(POLL, 'vault')
      await refused(add(cho, secret, VOTE), 'Invalid message(s)')
      await refused(add(ann, 2 ** 40, VOTE), 'Invalid message(s)')
      const gus = await guest(server, 'Gus')
      const open = await say(POLL)
      await refused(add(gus, open, VOTE), 'Invalid message(s)')
      await add(cho, open, VOTE)
      const lunch = server.channelId('lunch')
      await changeChannel(server, lunch, { is_archived: true })
      await refused(add(bob, open, VOTE), 'Invalid message(s)')
      await changeChannel(server, lunch, { is_archived: false })
    })

    test('does not reach people who joined after the message, or left', async () => {
      const id = await say(POLL, 'vault')
      const dan = await server.person('Dan')
      await ann.client.call(subscribe, { subscriptions: [{ name: 'vault' }], principals: [dan.id] })
      const told = await explains({ Ann: ann.client, Dan: dan.client }, () => add(bob, id, VOTE))
      expect(told).toMatchObject({ Ann: [{ type: 'submessage' }], Dan: [] })
      await refused(add(dan, id, VOTE), 'Invalid message(s)')
      await bob.client.call(unsubscribe, { subscriptions: ['vault'] })
      await refused(add(bob, id, VOTE), 'Invalid message(s)')
    })

    test('is gone with its message', async () => {
      const id = await say(POLL)
      await add(bob, id, VOTE)
      await ann.client.call(deleteMessage, { message_id: id })
      const { rows } = await server.database.pool.query('select from submessage where message_id = $1', [id])
      expect(rows).toEqual([])
    })

    test('is an event of its own type', async () => {
      const id = await say(POLL)
      const queue = await bob.client.call(registerQueue, { event_types: ['submessage'], fetch_event_types: [] })
      await add(ann, id, VOTE)
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      expect((await bob.client.call(getEvents, poll)).events).toMatchObject([{ type: 'submessage', message_id: id }])
    })
  })

  test('leave nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
