import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { expectConsistent } from '../../../test/faults/check.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, group } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'
import { mentionsOf } from './mentions.ts'

const WILDCARD = ['stream_wildcard_mentioned', 'wildcard_mentioned']
const TOPIC_WILDCARD = ['topic_wildcard_mentioned', 'wildcard_mentioned']

describe('a message that mentions', () => {
  const { server, ann } = useServer({ members: ['ann'], env: { PARLEY_RATE_LIMITS: 'off' } })
  let bob: Person
  let cho: Person
  let dan: Person
  let bert: Person

  beforeAll(async () => {
    bob = await server.person('Bob Brown')
    cho = await server.person('Cho')
    dan = await server.person('Dan')
    bert = await bot(server, 'Bert', dan)
    const principals = [ann.id, bob.id]
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals })
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals }
    await ann.client.call(endpoints.subscribe, secret)
    await group(server, { name: 'Cooks', members: [bob, cho] })
  })
  afterAll(() => expectConsistent(server.database.url))

  const send = async (content: string, { by = ann, to = 'lunch', topic = 'soup' } = {}) =>
    (await by.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })).id
  const sendTo = async (people: readonly Person[], content: string) => {
    const to = JSON.stringify(people.map(({ id }) => id))
    return (await ann.client.call(endpoints.sendMessage, { type: 'direct', to, content })).id
  }
  /** A person's event, message, list of mentions and flags row for a message. */
  const toldTo = async (person: Person, act: () => Promise<number>) => {
    const queue = await person.client.call(endpoints.registerQueue, { fetch_event_types: [] })
    const id = await act()
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await person.client.call(endpoints.getEvents, poll)
    const event = events.find((one) => one.type === 'message' && one.message.id === id)
    const fetched = await person.client.call(endpoints.getMessage, { message_id: id }).catch(() => undefined)
    const state = await person.client.call(endpoints.registerQueue, {
      fetch_event_types: ['message', 'update_message_flags'],
    })
    const { rows } = await server.database.pool.query(
      'select 1 from user_flag where user_id = $1 and message_id = $2',
      [person.id, id],
    )
    return {
      event: event?.type === 'message' ? event.flags : undefined,
      fetched: fetched?.message.flags,
      isUnreadMention: state.unread_msgs!.mentions.includes(id),
      hasRow: rows.length > 0,
    }
  }
  const called = (...flags: string[]) => ({ event: flags, fetched: flags, isUnreadMention: true })
  const received = { event: [], fetched: [], isUnreadMention: false, hasRow: false }
  const outside = { event: undefined, fetched: ['read', 'historical'], isUnreadMention: false, hasRow: false }
  const messageCount = async () =>
    Number((await server.database.pool.query('select count(*) as n from message')).rows[0].n)

  describe('a person', () => {
    test.each([
      ['by name', () => '@**Bob Brown**'],
      ['whatever the case', () => '@**bob brown**'],
      ['by name and id', () => `@**Bob Brown|${bob.id}**`],
      ['by id', () => `@**|${bob.id}**`],
      ['twice', () => '@**Bob Brown** and @**Bob Brown**'],
    ])('%s', async (_, content) => {
      expect(await toldTo(bob, () => send(content()))).toEqual({ ...called('mentioned'), hasRow: true })
    })

    test.each([
      ['silently', () => '@_**Bob Brown**'],
      ['with an id that is not theirs', () => `@**Bob Brown|${ann.id}**`],
      ['in code', () => '`@**Bob Brown**`'],
      ['in a quote', () => '> @**Bob Brown**\n\nYes'],
      ['by an unknown name', () => '@**Bob**'],
    ])('%s: without effect', async (_, content) => {
      expect(await toldTo(bob, () => send(content()))).toEqual(received)
    })

    test('who is not the only recipient', async () => {
      expect(await toldTo(ann, () => send('@**Bob Brown**', { by: bob }))).toEqual(received)
    })

    test('who does not receive it: no effect', async () => {
      expect(await toldTo(cho, () => send('@**Cho**'))).toEqual(outside)
      expect(await toldTo(cho, () => send('@**Cho**', { to: 'secret' }))).toEqual({ ...outside, fetched: undefined })
      expect(await toldTo(cho, () => sendTo([bob], '@**Cho**'))).toEqual({ ...outside, fetched: undefined })
    })

    test('in a conversation', async () => {
      expect(await toldTo(bob, () => sendTo([bob], '@**Bob Brown**'))).toEqual({ ...called('mentioned'), hasRow: true })
    })

    test('who wrote it', async () => {
      const flags = ['read', 'mentioned']
      const own = { event: flags, fetched: flags, isUnreadMention: false, hasRow: true }
      expect(await toldTo(ann, () => send('@**Ann**'))).toEqual(own)
      const unread = async () => {
        const args = {
          type: 'channel',
          to: 'lunch',
          topic: 'soup',
          content: '@**Ann**',
          read_by_sender: false,
        } as const
        return (await ann.client.call(endpoints.sendMessage, args)).id
      }
      expect(await toldTo(ann, unread)).toEqual({ ...called('mentioned'), hasRow: true })
    })

    test('who is deactivated: silent, even if the sender mentioned them before', async () => {
      const eve = await server.person('Eve')
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [eve.id] })
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(eve.id)!))
      const id = await send('@**Eve**')
      const { message } = await ann.client.call(endpoints.getMessage, { message_id: id })
      expect(message.content).toBe(`<p><span class="user-mention silent" data-user-id="${eve.id}">Eve</span></p>`)
      const { rows } = await server.database.pool.query('select 1 from user_flag where message_id = $1', [id])
      expect(rows).toEqual([])
    })
  })

  describe('a group', () => {
    test('its members who receive the message', async () => {
      expect(await toldTo(bob, () => send('@*cooks*'))).toEqual({ ...called('mentioned'), hasRow: true })
      expect(await toldTo(cho, () => send('@*cooks*'))).toEqual(outside)
      expect(await toldTo(ann, () => send('@*cooks*', { by: bob }))).toEqual(received)
    })

    test('and the groups inside, to any depth', async () => {
      const inner = await group(server, { name: 'inner', members: [bob] })
      const middle = await group(server, { name: 'middle', subgroups: [inner] })
      await group(server, { name: 'outer', members: [cho], subgroups: [middle] })
      expect(await toldTo(bob, () => send('@*outer*'))).toEqual({ ...called('mentioned'), hasRow: true })
    })

    test('silently: without effect', async () => {
      expect(await toldTo(bob, () => send('@_*cooks*'))).toEqual(received)
    })

    test('that is deactivated: silently', async () => {
      const id = await group(server, { name: 'old cooks', members: [bob], deactivated: true })
      expect(await toldTo(bob, () => send('@*old cooks*'))).toEqual(received)
      const { rendered } = await ann.client.call(endpoints.renderMessage, { content: '@*old cooks*' })
      expect(rendered).toBe(
        `<p><span class="user-group-mention silent" data-user-group-id="${id}">old cooks</span></p>`,
      )
    })

    test('that is deactivated after the text was rendered: nobody', async () => {
      const id = await group(server, { name: 'late cooks', members: [bob], deactivated: true })
      const none = { people: [], silentPeople: [], silentGroups: [], forbiddenGroups: [] }
      const mentions = { ...none, groups: [id], channelWildcard: false, topicWildcard: false }
      const { userFlags } = mentionsOf(
        server.realm,
        { mentions, participants: new Set(), alertWords: [] },
        { size: 2, has: () => true },
      )
      expect([...userFlags]).toEqual([])
    })

    test('that others may not call: refused, and nothing is kept', async () => {
      await group(server, { name: 'quiet', members: [bob], mentionedBy: 'role:administrators' })
      const before = await messageCount()
      const refusal = "You are not allowed to mention user group 'quiet'."
      await refused(send('Soup for @*Quiet*'), refusal, { status: 400 })
      await refused(sendTo([bob], '@*quiet*'), refusal)
      expect(await messageCount()).toBe(before)
      const owner = { ...ann, client: server.owner }
      const byOwner = () => send('@*quiet*', { by: owner })
      expect(await toldTo(bob, byOwner)).toEqual({ ...called('mentioned'), hasRow: true })
      expect(await toldTo(bob, () => send('@_*quiet*'))).toEqual(received)
    })

    test('in a first message to a person: not even the conversation is stored', async () => {
      const content = 'Hello @*quiet*'
      const args = { type: 'direct', to: `[${cho.id},${dan.id}]`, content } as const
      await refused(bob.client.call(endpoints.sendMessage, args), "You are not allowed to mention user group 'quiet'.")
      const { rows } = await server.database.pool.query('select 1 from conversation where members = $1', [
        [bob.id, cho.id, dan.id],
      ])
      expect(rows).toEqual([])
    })

    test('of a role: only silently, under its display name', async () => {
      const { id } = server.realm.groups.system('role:administrators')
      await refused(send('@*role:administrators*'), "You are not allowed to mention user group 'role:administrators'.")
      const { rendered } = await ann.client.call(endpoints.renderMessage, { content: '@_*role:administrators*' })
      expect(rendered).toBe(
        `<p><span class="user-group-mention silent" data-user-group-id="${id}">Administrators</span></p>`,
      )
      await send('@_*role:administrators*')
    })
  })

  describe('everyone', () => {
    test.each(['all', 'everyone', 'channel', 'stream'])('in a channel, with the word %s', async (word) => {
      expect(await toldTo(bob, () => send(`@**${word}**`))).toEqual({ ...called(...WILDCARD), hasRow: false })
      expect(await toldTo(cho, () => send(`@**${word}**`))).toEqual(outside)
    })

    test('also the author', async () => {
      const flags = ['read', ...WILDCARD]
      expect(await toldTo(ann, () => send('@**all**'))).toMatchObject({ event: flags, fetched: flags })
    })

    test('and one person by name', async () => {
      const told = await toldTo(bob, () => send('@**all** and @**Bob Brown**'))
      expect(told).toEqual({ ...called('mentioned', ...WILDCARD), hasRow: true })
    })

    test('in a conversation', async () => {
      const told = await toldTo(bob, () => sendTo([bob, cho], '@**all**'))
      expect(told).toEqual({ ...called(...WILDCARD), hasRow: false })
    })

    test('silently: without effect', async () => {
      expect(await toldTo(bob, () => send('@_**all**'))).toEqual(received)
    })

    test('does not count as an unread mention in a muted topic, where a name does', async () => {
      const stream_id = server.channelId('lunch')
      await bob.client.call(endpoints.updateUserTopic, { stream_id, topic: 'noise', visibility_policy: 1 })
      const ids: number[] = []
      await explains({ Bob: bob.client }, async () => {
        for (const content of ['@**all**', '@**topic**', '@**Bob Brown** @**all**'])
          ids.push(await send(content, { topic: 'noise' }))
      })
      const { unread_msgs: unread } = await bob.client.call(endpoints.registerQueue, {})
      expect(unread!.mentions.filter((id) => ids.includes(id))).toEqual([ids[2]])
    })

    test('does not count for a person who has a copy without having received it', async () => {
      const id = await send('@**all**')
      await cho.client.call(endpoints.updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
      const narrow = [{ operator: 'is', operand: 'mentioned', negated: false }]
      const range = { anchor: 'newest', num_before: 1000, num_after: 0 }
      const { messages } = await cho.client.call(endpoints.getMessages, { ...range, narrow })
      expect(messages.map((message) => message.id)).not.toContain(id)
      const bobs = await bob.client.call(endpoints.getMessages, { ...range, narrow })
      expect(bobs.messages.map((message) => message.id)).toContain(id)
    })

    test('does not count for a queue that only follows all public channels', async () => {
      const queue = await cho.client.call(endpoints.registerQueue, { all_public_streams: true, fetch_event_types: [] })
      await send('@**all**')
      const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
      const { events } = await cho.client.call(endpoints.getEvents, poll)
      expect(events).toMatchObject([{ type: 'message', flags: [] }])
    })
  })

  describe('a topic', () => {
    test('the people who wrote or reacted in it, and its author, if they receive it', async () => {
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [dan.id] })
      const first = await send('Who cooks?', { by: cho, topic: 'Stew' })
      await send('Not I', { by: bob, topic: 'salad' })
      expect(await toldTo(bob, () => send('@**topic**', { topic: 'stew' }))).toEqual(received)
      expect(await toldTo(cho, () => send('@**topic**', { topic: 'stew' }))).toEqual(outside)
      await bob.client.call(endpoints.addReaction, { message_id: first, emoji_name: 'tada' })
      const toBob = await toldTo(bob, () => send('@**topic**', { topic: 'stew' }))
      expect(toBob).toEqual({ ...called(...TOPIC_WILDCARD), hasRow: true })
      expect(await toldTo(dan, () => send('@**topic**', { topic: 'stew' }))).toEqual(received)
      await send('I do', { by: dan, topic: 'STEW' })
      const toDan = await toldTo(dan, () => send('@**topic**', { topic: 'stew' }))
      expect(toDan).toEqual({ ...called(...TOPIC_WILDCARD), hasRow: true })
    })

    test('that starts with it: only its author', async () => {
      const flags = ['read', ...TOPIC_WILDCARD]
      const told = await toldTo(ann, () => send('@**topic**', { topic: 'quite new' }))
      expect(told).toEqual({ event: flags, fetched: flags, isUnreadMention: false, hasRow: true })
    })

    test('in a direct message: no effect', async () => {
      expect(await toldTo(bob, () => sendTo([bob], '@**topic**'))).toEqual(received)
    })
  })

  describe('a bot outside the channel', () => {
    test('gets it if it may read the channel', async () => {
      const told = await toldTo(bert, () => send('@**Bert**'))
      expect(told).toEqual({ ...called('mentioned'), hasRow: true })
      expect(await toldTo(bert, () => send('@**all** @**Bert**'))).toEqual({ ...called('mentioned'), hasRow: true })
      expect(await toldTo(bert, () => send('@_**Bert**'))).toEqual(outside)
    })

    test('gets nothing if it may not', async () => {
      const told = await toldTo(bert, () => send('@**Bert**', { to: 'secret' }))
      expect(told).toEqual({ ...outside, fetched: undefined })
      expect(await toldTo(bert, () => sendTo([bob], '@**Bert**'))).toEqual({ ...outside, fetched: undefined })
    })

    test('gets events for everything in its state, and can read it', async () => {
      let id = 0
      const bots = { Bert: bert.client }
      await explains(bots, async () => {
        id = await send('@**Bert**')
      })
      const change = (op: string, flag: string) =>
        bert.client.call(endpoints.updateMessageFlags, { messages: [id], op, flag })
      await explains(bots, () => change('add', 'read'))
      const { messages } = await bert.client.call(endpoints.getMessages, { message_ids: [id] })
      expect(messages[0]!.flags).toEqual(['read', 'mentioned'])
      await explains(bots, () => change('add', 'starred'))
      await explains(bots, () => change('remove', 'starred'))
      await expectConsistent(server.database.url)
    })

    test('that joins later has read the earlier mentions', async () => {
      const bill = await bot(server, 'Bill', ann)
      const [read, unread] = [await send('@**Bill**'), await send('@**Bill**')]
      await bill.client.call(endpoints.updateMessageFlags, { messages: [read], op: 'add', flag: 'read' })
      const subscribe = () =>
        ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [bill.id] })
      const told = await explains({ Bill: bill.client }, subscribe)
      expect(told['Bill']![0]).toMatchObject({ type: 'update_message_flags', flag: 'read', messages: [unread] })
      const { rows } = await server.database.pool.query('select 1 from read_bits where user_id = $1', [bill.id])
      expect(rows).toEqual([])
      expect(await toldTo(bill, () => send('@**Bill** @**all**'))).toMatchObject(called('mentioned', ...WILDCARD))
    })
  })

  test('different people, sent at once: each flag is on its own message', async () => {
    const queue = await bob.client.call(endpoints.registerQueue, { fetch_event_types: [] })
    const isForBob = (n: number) => n % 3 === 0
    const contents = Array.from({ length: 30 }, (_, n) =>
      isForBob(n) ? '@**Bob Brown**' : n % 3 === 1 ? '@**Ann**' : 'Soup',
    )
    const ids = await Promise.all(contents.map((content) => send(content)))
    const expected = new Map(ids.map((id, n) => [id, isForBob(n) ? ['mentioned'] : []]))
    const poll = { queue_id: queue.queue_id!, last_event_id: queue.last_event_id, dont_block: true }
    const { events } = await bob.client.call(endpoints.getEvents, poll)
    expect(new Map(events.map((one) => (one.type === 'message' ? [one.message.id, one.flags] : [0, []])))).toEqual(
      new Map([...expected].sort(([a], [b]) => a - b)),
    )
    const { messages } = await bob.client.call(endpoints.getMessages, { message_ids: ids })
    for (const { id, flags } of messages) expect(flags).toEqual(expected.get(id))
  })

  test('anyone: events explain the state', async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }], principals: [ann.id, bob.id] })
    const everyone = { Ann: ann.client, Bob: bob.client, Cho: cho.client, Bert: bert.client }
    const told = await explains(everyone, async () => {
      await send('@**Bob Brown** @*cooks* @**Bert**', { topic: '' })
      await send('@**all**')
      await send('@**topic**', { topic: 'stew' })
      await sendTo([bob, cho], '@**all** @**Cho**')
      await sendTo([bob], '@**Bob Brown**')
      await send('@_**Bob Brown**', { by: cho })
    })
    const flags = (events: (typeof told)[string]) =>
      events.flatMap((event) => (event.type === 'message' ? [event.flags] : []))
    expect(flags(told['Bob']!)).toEqual([['mentioned'], WILDCARD, TOPIC_WILDCARD, WILDCARD, ['mentioned'], []])
    expect(flags(told['Cho']!)).toEqual([['mentioned', ...WILDCARD]])
  })
})
