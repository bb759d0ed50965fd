import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { systemClock } from '../../kernel/base/clock.ts'

const NEWEST = 10_000_000_000_000_000
const inLunch = [{ operator: 'channel', operand: 'lunch', negated: false }]

describe('messages around an anchor', () => {
  /** Ten messages, a day apart, the first on 1 March 2030. */
  let ids: number[]
  const start = Date.UTC(2030, 2, 1, 12)
  let now = start
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], clock: { ...systemClock, now: () => now } })

  beforeAll(async () => {
    const subscriptions = [{ name: 'lunch' }, { name: 'quiet' }]
    await ann.client.call(endpoints.subscribe, { subscriptions, principals: [ann.id, bob.id] })
    ids = []
    for (let day = 0; day < 10; day += 1) {
      now = start + day * 86_400_000
      const args = { type: 'channel', to: 'lunch', topic: 'soup', content: `Day ${day}` } as const
      ids.push((await ann.client.call(endpoints.sendMessage, args)).id)
    }
  })

  const get = (args: ArgsOf<typeof endpoints.getMessages>, person = ann) =>
    person.client.call(endpoints.getMessages, { narrow: inLunch, ...args })
  /** The days of the returned messages, and the other fields. */
  const window = async (args: ArgsOf<typeof endpoints.getMessages>, person = ann) => {
    const { messages, ...found } = await get({ num_before: 0, num_after: 0, ...args }, person)
    return { days: messages.map(({ id }) => ids.indexOf(id)), ...found }
  }
  const found = (found_oldest: boolean, found_anchor: boolean, found_newest: boolean) => ({
    found_oldest,
    found_anchor,
    found_newest,
    history_limited: false,
  })

  test('newest', async () => {
    const answer = await window({ anchor: 'newest', num_before: 3, num_after: 2 })
    expect(answer).toEqual({ days: [7, 8, 9], anchor: NEWEST, ...found(false, false, true) })
  })

  test('oldest', async () => {
    const answer = await window({ anchor: 'oldest', num_before: 3, num_after: 2 })
    expect(answer).toEqual({ days: [0, 1], anchor: 0, ...found(true, false, false) })
  })

  test('an id in the middle', async () => {
    const around = { anchor: String(ids[5]), num_before: 2, num_after: 2 }
    expect(await window(around)).toEqual({ days: [3, 4, 5, 6, 7], anchor: ids[5], ...found(false, true, false) })
  })

  test('an id near an end, with more requested than there are', async () => {
    const first = { anchor: String(ids[0]), num_before: 1, num_after: 1 }
    expect(await window(first)).toEqual({ days: [0, 1], anchor: ids[0], ...found(true, true, false) })
    const last = { anchor: String(ids[9]), num_before: 1, num_after: 1 }
    expect(await window(last)).toEqual({ days: [8, 9], anchor: ids[9], ...found(false, true, true) })
  })

  test('exactly as many as there are leaves open whether there are more', async () => {
    const args = { anchor: String(ids[2]), num_before: 2, num_after: 7 }
    expect(await window(args)).toMatchObject(found(false, true, false))
  })

  test('only the anchor', async () => {
    expect(await window({ anchor: String(ids[5]) })).toMatchObject({ days: [5], ...found(false, true, false) })
    expect(await window({ anchor: String(ids[9]! + 100) })).toMatchObject({ days: [], ...found(false, false, false) })
  })

  test('without the anchor, at either end of the range', async () => {
    const anchor = String(ids[5])
    const before = await window({ anchor, num_before: 2, include_anchor: false })
    expect(before).toMatchObject({ days: [3, 4], ...found(false, false, false) })
    expect(await window({ anchor, num_after: 2, include_anchor: false })).toMatchObject({ days: [6, 7] })
    await refused(
      get({ anchor, num_before: 1, num_after: 1, include_anchor: false }),
      'The anchor can only be excluded at an end of the range',
    )
  })

  test('numbers beyond the ends are clamped', async () => {
    expect(await window({ anchor: '-5', num_after: 1 })).toMatchObject({ days: [0], anchor: 0 })
    const huge = await window({ anchor: '99999999999999999999', num_before: 1 })
    expect(huge).toMatchObject({ days: [9], anchor: NEWEST, ...found(false, false, true) })
  })

  describe('the first unread one', () => {
    test('is where the person stopped reading', async () => {
      const args = { anchor: 'first_unread', num_before: 1, num_after: 1 }
      await bob.client.call(endpoints.updateMessageFlags, { messages: ids.slice(0, 4), op: 'add', flag: 'read' })
      expect(await window(args, bob)).toMatchObject({ days: [3, 4, 5], anchor: ids[4], found_anchor: true })
      await bob.client.call(endpoints.updateMessageFlags, { messages: [ids[1]!], op: 'remove', flag: 'read' })
      expect(await window(args, bob)).toMatchObject({ days: [0, 1, 2], anchor: ids[1] })
      const old = { use_first_unread_anchor: true, num_before: 0, num_after: 1 }
      expect(await window(old, bob)).toMatchObject({ days: [1, 2] })
    })

    test('is also selected by the older parameter, whatever the anchor', async () => {
      await bob.client.call(endpoints.updateMessageFlags, { messages: ids.slice(0, 4), op: 'add', flag: 'read' })
      for (const anchor of ['0', '1000000', 'newest', 'date', 'middle']) {
        const args = { anchor, use_first_unread_anchor: true, num_after: 1 }
        expect(await window(args, bob)).toMatchObject({ days: [4, 5], anchor: ids[4] })
      }
      const off = { anchor: 'oldest', use_first_unread_anchor: false, num_after: 1 }
      expect(await window(off, bob)).toMatchObject({ days: [0], anchor: 0 })
    })

    test('is the newest if all are read', async () => {
      const answer = await window({ anchor: 'first_unread', num_before: 1 }, ann)
      expect(answer).toMatchObject({ days: [9], anchor: NEWEST, ...found(false, false, true) })
    })

    test('is never one that was not received', async () => {
      const cho = await server.person('Cho')
      expect(await window({ anchor: 'first_unread' }, cho)).toMatchObject({ anchor: NEWEST })
    })
  })

  describe('a date', () => {
    const on = (anchor_date: string) => window({ anchor: 'date', anchor_date })

    test.each([
      ['2030-03-04', 3],
      ['2030-03-04T12:00:00Z', 3],
      ['2030-03-04T12:00:01Z', 4],
      ['2030-03-04T12:00:01', 4],
      ['2030-03-04T13:00:00+01:00', 3],
      ['2030-03-04T13:00:01+01:00', 4],
      ['2030-03-04T11:59:59.5Z', 3],
      ['2030-03-04T12:00:00.123456+00:00', 4],
      ['20300304', 3],
      ['2030-W10-1', 3],
      ['20300304T120001Z', 4],
      ['2030-03-04T14:00:01+02', 4],
      ['1999-01-01', 0],
      ['2040-01-01', 9],
    ])('%s', async (date, day) => {
      expect(await on(date)).toMatchObject({ days: [day], anchor: ids[day], found_anchor: true })
    })

    test('in a narrow without messages finds nothing', async () => {
      const narrow = [{ operator: 'channel', operand: 'quiet', negated: false }]
      const answer = await window({ narrow, anchor: 'date', anchor_date: '2030-03-04' })
      expect(answer).toEqual({ days: [], anchor: NEWEST, ...found(false, false, false) })
    })

    test('must be given and valid', async () => {
      await refused(window({ anchor: 'date' }), "Missing 'anchor_date' argument.")
      await refused(on('soon'), 'Invalid anchor_date')
      await refused(on('2030-13-45'), 'Invalid anchor_date')
      await refused(on('2030-02-30'), 'Invalid anchor_date')
      await refused(on('2030-W54-1'), 'Invalid anchor_date')
      await refused(on('2030-03-04T25:00'), 'Invalid anchor_date')
    })
  })

  describe('invalid requests', () => {
    test('no anchor, or an invalid one', async () => {
      await refused(get({ num_before: 1, num_after: 1 }), "Missing 'anchor' argument.")
      await refused(get({ anchor: 'middle', num_before: 1, num_after: 1 }), 'Invalid anchor')
      await refused(get({ anchor: '1.5', num_before: 1, num_after: 1 }), 'Invalid anchor')
    })

    test('numbers that are missing, negative, or too large together', async () => {
      const code = 'REQUEST_VARIABLE_MISSING'
      await refused(get({ anchor: 'newest', num_after: 1 }), "Missing 'num_before' argument", { code })
      await refused(get({ anchor: 'newest', num_before: 1 }), "Missing 'num_after' argument", { code })
      await refused(get({ anchor: 'newest', num_before: 2500, num_after: 2501 }), TOO_MANY)
      await get({ anchor: 'newest', num_before: 2500, num_after: 2500 })
    })
  })

  const TOO_MANY = 'Too many messages requested (maximum 5000).'

  describe('by their ids', () => {
    test('those that the person may see, in order, each once, without an anchor', async () => {
      const args = { message_ids: [ids[7]!, ids[2]!, ids[7]!, 999_999, -1, 0] }
      const { messages, ...rest } = await bob.client.call(endpoints.getMessages, args)
      expect(messages.map(({ id }) => id)).toEqual([ids[2], ids[7]])
      expect(rest).toEqual(found(false, false, false))
    })

    test('only received ones, unless the narrow includes public channels', async () => {
      const uma = await server.person('Uma')
      const fetched = async (narrow: typeof inLunch) => {
        const { messages } = await get({ message_ids: [ids[2]!], narrow }, uma)
        return messages.map(({ id, flags }) => ({ id, flags }))
      }
      const historical = [{ id: ids[2], flags: ['read', 'historical'] }]
      expect(await fetched([])).toEqual([])
      expect(await fetched([{ operator: 'topic', operand: 'soup', negated: false }])).toEqual([])
      expect(await fetched([{ operator: 'channels', operand: 'public', negated: false }])).toEqual(historical)
      expect(await fetched(inLunch)).toEqual(historical)
      await uma.client.call(endpoints.updateMessageFlags, { op: 'add', flag: 'starred', messages: [ids[2]!] })
      expect(await fetched([])).toEqual([{ id: ids[2], flags: ['read', 'starred', 'historical'] }])
    })

    test('five thousand of them fit into a query', async () => {
      const message_ids = [ids[7]!, ...Array.from({ length: 4_999 }, (_, i) => 1_000_000_000 + i)]
      const { messages } = await bob.client.call(endpoints.getMessages, { message_ids })
      expect(messages.map(({ id }) => id)).toEqual([ids[7]])
    })

    test('that are also in the narrow', async () => {
      const answer = await bob.client.call(endpoints.getMessages, {
        message_ids: ids,
        narrow: [{ operator: 'id', operand: ids[3]!, negated: false }],
      })
      expect(answer.messages.map(({ id }) => id)).toEqual([ids[3]])
    })

    test('not together with an anchor', async () => {
      const all = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'
      for (const other of [
        { anchor: 'newest' },
        { num_before: 0 },
        { num_after: 0 },
        { include_anchor: true },
        { include_anchor: false },
        { use_first_unread_anchor: false },
      ])
        await refused(get({ message_ids: [ids[0]!], ...other }), `Unsupported parameter combination: ${all}`, {
          data: { parameters: all },
        })
    })

    test('and no more than 5000', async () => {
      // Too many for a URL, so a form field names the method.
      const ask = async (length: number) => {
        const message_ids = JSON.stringify(Array.from({ length }, (_, index) => index + 1))
        const authorization = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
        const body = new URLSearchParams({ method: 'GET', message_ids })
        const url = `${server.url}/api/v1/messages`
        const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
        return (await response.json()) as { msg: string; messages?: unknown[] }
      }
      expect((await ask(5000)).messages).toHaveLength(10)
      expect(await ask(5001)).toMatchObject({ msg: TOO_MANY })
    })
  })
})
