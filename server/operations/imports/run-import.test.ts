import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { breaches } from '../../../test/breaches.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { channelOf, listSource, messageOf, personOf, subscriptionOf } from '../../../test/imports/list-source.ts'
import { ImportReport } from './report.ts'
import { runImport } from './run-import.ts'
import type { ImportSource } from './source.ts'

const { getMessages, getStreams, getUsers, registerQueue, sendMessage } = endpoints

describe('an import', () => {
  let server: TestServer
  let ann: Person

  beforeEach(async () => {
    server = await startTestServer()
    ann = await server.person('Ann', 'garden')
  })
  afterEach(() => server.close())

  const run = async (source: ImportSource) => {
    const report = new ImportReport()
    const added = await runImport(server.ctx, { realmId: server.realm.id, source, report })
    return { added: Object.fromEntries(added), report }
  }
  const messagesOf = async (
    client: Client,
    narrow: { operator: string; operand: string | number; negated: boolean }[] = [],
  ) =>
    (
      await client.call(getMessages, {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: narrow as never,
        apply_markdown: false,
        allow_empty_topic_name: true,
      })
    ).messages

  const people = [personOf('ann', { email: 'ANN@example.org' }), personOf('bob'), personOf('cleo')]
  const beds = { channelId: 'beds', topic: 'roses' }
  const lists = {
    people,
    channels: [channelOf('beds', { description: ['All beds'] }), channelOf('garden')],
    subscriptions: [
      ...['ann', 'bob', 'cleo'].map((id) => subscriptionOf(id, 'beds')),
      subscriptionOf('ann', 'garden', { isMuted: true, pinToTop: true, color: '#123456' }),
    ],
    messages: [
      messageOf('3', 'bob', beds, ['see ', { message: '4' }, ' and ', { person: 'ann' }]),
      messageOf('1', 'ann', beds, ['first'], {
        reactions: [{ where: 'r', personId: 'bob', emoji: { name: 'tada' } }],
      }),
      messageOf('2', 'bob', beds, ['second'], { sentAt: 1_700_000_001, marks: [{ personId: 'ann', unread: true }] }),
      messageOf('4', 'cleo', { people: ['ann'] }, ['hello'], {
        marks: [{ personId: 'ann', unread: true, starred: true }],
      }),
      messageOf('5', 'ann', { people: ['ann'] }, ['note to myself']),
    ],
  }

  test('leaves dates to be found in every channel, although old messages have later ids', async () => {
    const say = (content: string) =>
      ann.client.call(sendMessage, { type: 'channel', to: 'garden', topic: 'old', content })
    const { id } = await say('before')
    const years = [2010, 2012, 2014, 2016, 2018, 2020].map((year) => Date.UTC(year, 0, 2) / 1000)
    const old = years.map((sentAt, index) => messageOf(`${index}`, 'ann', beds, [`message ${index}`], { sentAt }))
    await run(listSource({ ...lists, messages: old }))
    await say('after')
    const first = async (channel: string, anchor_date: string) => {
      const narrow = [{ operator: 'channel', operand: channel, negated: false }]
      const found = await ann.client.call(getMessages, {
        ...{ anchor: 'date', anchor_date, num_before: 0, num_after: 0, narrow, apply_markdown: false },
      })
      return found.messages[0]!
    }
    expect(await first('garden', '2021-01-01')).toMatchObject({ id, content: 'before' })
    expect(await first('beds', '2013-01-01')).toMatchObject({ content: 'message 2' })
    expect(await first('beds', '2001-01-01')).toMatchObject({ content: 'message 0' })
    expect(await first('beds', '2025-01-01')).toMatchObject({ content: 'message 5' })
  })

  test('brings people, channels and messages with new ids, in the order of their times', async () => {
    await ann.client.call(sendMessage, { type: 'channel', to: 'garden', topic: 'old', content: 'here before' })
    const { added, report } = await run(listSource(lists))
    expect(added).toEqual({
      'people found by email': 1,
      people: 2,
      channels: 2,
      subscriptions: 4,
      messages: 5,
      reactions: 1,
    })
    expect(report.skipped).toEqual([])
    const all = await messagesOf(ann.client)
    const shown = all.map(({ content, sender_full_name, timestamp }) => [sender_full_name, timestamp, content])
    const link = all.find(({ content }) => content === 'hello')!
    expect(shown.slice(-6)).toEqual([
      ['Ann', expect.any(Number), 'here before'],
      ['Ann', 1_700_000_001, 'first'],
      ['Bob', 1_700_000_001, 'second'],
      [
        'Bob',
        1_700_000_003,
        expect.stringMatching(new RegExp(`^see .*/near/${link.id} and @\\*\\*Ann\\|${ann.id}\\*\\*$`)),
      ],
      ['Cleo', 1_700_000_004, 'hello'],
      ['Ann', 1_700_000_005, 'note to myself'],
    ])
    const flags = new Map(all.map(({ content, flags: own }) => [content, own]))
    expect(flags.get('second')).toEqual([])
    expect(flags.get('first')).toEqual(['read'])
    expect(flags.get('hello')).toEqual(['starred'])
    expect(all.find(({ content }) => content.startsWith('see'))?.flags).toEqual(['read', 'mentioned'])
    expect(all.find(({ content }) => content === 'first')?.reactions).toMatchObject([{ emoji_name: 'tada' }])
    const { streams } = await ann.client.call(getStreams, {})
    expect(streams.map(({ name }) => name).sort()).toEqual(['beds', 'garden', 'garden (imported)', 'general'])
    const { members } = await server.owner.call(getUsers, {})
    expect(members.filter(({ is_imported_stub }) => is_imported_stub).map(({ full_name }) => full_name)).toEqual([
      'Bob',
      'Cleo',
    ])
    expect(await breaches(server)).toEqual([])
  })

  test('run twice is an import once, and a grown source adds what is new', async () => {
    await run(listSource(lists))
    const before = await messagesOf(ann.client)
    const { queue_id } = await ann.client.call(registerQueue, {})
    expect((await run(listSource(lists))).added).toEqual({ messages: 0 })
    expect(await messagesOf(ann.client)).toEqual(before)
    // Nothing was new, so the queue goes on.
    expect(server.ctx.queues.byId.has(queue_id!)).toBe(true)
    await ann.client.call(sendMessage, { type: 'channel', to: 'beds', topic: 'ROSES', content: 'between' })
    const grown = {
      ...lists,
      people: [...people, personOf('dan')],
      subscriptions: [...lists.subscriptions, subscriptionOf('dan', 'beds')],
      messages: [
        ...lists.messages,
        messageOf('6', 'dan', beds, ['later'], { marks: [{ personId: 'ann', unread: true }] }),
        messageOf('7', 'cleo', { people: ['ann'] }, ['hello again']),
      ],
    }
    const { added } = await run(listSource(grown))
    expect(added).toEqual({ people: 1, subscriptions: 1, messages: 2 })
    const all = await messagesOf(ann.client)
    expect(all.slice(0, before.length)).toEqual(before)
    const later = all.slice(before.length).map(({ content, subject, flags }) => [content, subject, flags])
    expect(later).toEqual([
      ['between', 'roses', ['read']],
      ['later', 'roses', []],
      ['hello again', '', ['read']],
    ])
    expect(await breaches(server)).toEqual([])
  })

  test('ends the open queues once, and what people send meanwhile comes after it', async () => {
    const first = await ann.client.call(registerQueue, {})
    const source = listSource(lists)
    const during: ImportSource = {
      ...source,
      async *reactions() {
        // Everything is written by now, and nobody sees it.
        await ann.client.call(sendMessage, { type: 'direct', to: `[${ann.id}]` as never, content: 'meanwhile' })
        expect((await messagesOf(ann.client)).map(({ content }) => content)).not.toContain('first')
        expect(await breaches(server)).toEqual([])
        yield* []
      },
    }
    await run(during)
    await expect(
      ann.client.call(endpoints.getEvents, { queue_id: first.queue_id!, last_event_id: -1, dont_block: true }),
    ).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    const own = await messagesOf(ann.client, [{ operator: 'dm', operand: ann.apiEmail, negated: false }])
    expect(own.map(({ content }) => content)).toEqual(['note to myself', 'meanwhile'])
    expect(await breaches(server)).toEqual([])
  })

  test('skips broken records, with their places', async () => {
    const { added, report } = await run(
      listSource({
        ...lists,
        subscriptions: [subscriptionOf('nobody', 'beds')],
        messages: [
          ...lists.messages,
          messageOf('8', 'nobody', beds, ['who?']),
          messageOf('9', 'bob', { channelId: 'gone', topic: 'x' }, ['where?']),
          messageOf('10', 'bob', beds, [' \0 ']),
          messageOf('11', 'bob', beds, ['with \0 and \ud800']),
        ],
      }),
    )
    expect(added['messages']).toBe(6)
    expect(report.skipped.map(({ where }) => where)).toEqual([
      'subscriptions nobody',
      'messages 8',
      'messages 9',
      'messages 10',
    ])
    expect(await breaches(server)).toEqual([])
  })
})
