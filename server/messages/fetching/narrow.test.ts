import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'

type Operand = NarrowTerm['operand']

describe('a narrow', () => {
  const { server, ann, bob, cho, gus } = useServer({ members: ['ann', 'bob', 'cho'], guests: ['gus'] })
  let sent: Record<string, number>

  beforeAll(async () => {
    const subscribe = (name: string, more: object = {}) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    await subscribe('lunch', { principals: [ann.id, bob.id] })
    await subscribe('42')
    await subscribe('secret', { invite_only: true, principals: [ann.id, bob.id] })
    await subscribe('shared secret', { invite_only: true, history_public_to_subscribers: true })
    sent = {
      soup: await inChannel(ann, 'lunch', 'Soup'),
      salad: await inChannel(bob, 'lunch', 'salad'),
      general: await inChannel(ann, 'lunch', ''),
      done: await inChannel(ann, 'lunch', '✔ salad'),
      numbered: await inChannel(ann, '"42"', 'soup'),
      early: await inChannel(ann, 'secret', 'soup'),
      shared: await inChannel(ann, 'shared secret', 'soup'),
      toBob: await toPeople(ann, bob),
      toGroup: await toPeople(bob, ann, cho),
      toSelf: await toPeople(ann, ann),
    }
  })

  const inChannel = async (from: Person, to: string, topic: string) =>
    (await from.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const toPeople = async (from: Person, ...people: Person[]) => {
    const to = JSON.stringify(people.map(({ id }) => id))
    return (await from.client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' })).id
  }
  const get = (person: Person, ...terms: [operator: string, operand: Operand, negated?: boolean][]) =>
    person.client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
    })
  /** The names of the returned messages. */
  const names = async (...args: Parameters<typeof get>) => {
    const { messages } = await get(...args)
    return messages.map(({ id }) => Object.keys(sent).find((name) => sent[name] === id)!)
  }

  test('that is empty returns everything received', async () => {
    expect(await names(ann)).toEqual(Object.keys(sent))
    expect(await names(bob)).toEqual(['soup', 'salad', 'general', 'done', 'early', 'toBob', 'toGroup'])
    expect(await names(cho)).toEqual(['toGroup'])
  })

  describe('of a channel', () => {
    const all = ['soup', 'salad', 'general', 'done']

    test('by its name in any case, its id, and under the old operator name', async () => {
      expect(await names(bob, ['channel', 'LUNCH'])).toEqual(all)
      expect(await names(bob, ['stream', server.channelId('lunch')])).toEqual(all)
    })

    test('whose name is a number', async () => {
      expect(await names(ann, ['channel', '42'])).toEqual(['numbered'])
    })

    test('returns its shared history, as read and historical, to people who may read it', async () => {
      const { messages } = await get(cho, ['channel', 'lunch'])
      expect(messages.map(({ flags }) => flags)).toEqual(Array(4).fill(['read', 'historical']))
      expect(await names(cho, ['channel', 'lunch'], ['is', 'unread'])).toEqual([])
    })

    test('that is hidden is the same as one that does not exist, by name and by id, also negated', async () => {
      const hidden = [
        [cho, 'secret'],
        [cho, server.channelId('secret')],
        [gus, 'lunch'],
        [gus, server.channelId('lunch')],
        [cho, 'nowhere'],
        [gus, 99_999],
      ] as const
      for (const [person, operand] of hidden)
        for (const negated of [false, true]) {
          const asking = get(person, ['channel', operand, negated])
          const msg = `Invalid narrow operator: unknown channel ${operand}`
          await refused(asking, msg, { code: 'BAD_NARROW', data: { desc: `unknown channel ${operand}` } })
        }
    })

    test('that is visible but not readable is empty, whether or not it has messages', async () => {
      const nothing = {
        messages: [],
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
        history_limited: false,
        anchor: 10_000_000_000_000_000,
      }
      const ada = await administrator(server, 'Ada')
      expect(await get(ada, ['channel', 'secret'])).toEqual(nothing)
      expect(await get(ada, ['channel', server.channelId('secret')])).toEqual(nothing)
    })

    test('with protected history returns only received messages', async () => {
      await ann.client.call(endpoints.subscribe, {
        subscriptions: [{ name: 'secret' }, { name: 'shared secret' }],
        principals: [cho.id],
      })
      expect(await names(cho, ['channel', 'secret'])).toEqual([])
      expect(await names(cho, ['channel', 'shared secret'])).toEqual(['shared'])
      sent['late'] = await inChannel(ann, 'secret', 'late')
      expect(await names(cho, ['channel', 'secret'])).toEqual(['late'])
      expect(await names(bob, ['channel', 'secret'])).toEqual(['early', 'late'])
    })

    test('that one has left: no longer if it is private, still if it is public', async () => {
      for (const name of ['secret', 'lunch'])
        await server.ctx.transact(server.realm.id, (tx) =>
          unsubscribeUsers(tx, server.realm.channelByName(name)!, [server.realm.users.get(bob.id)!]),
        )
      expect(await names(bob)).toEqual([...all, 'toBob', 'toGroup'])
      await refused(names(bob, ['channel', 'secret']), 'Invalid narrow operator: unknown channel secret', {
        code: 'BAD_NARROW',
        data: { desc: 'unknown channel secret' },
      })
      expect(await names(bob, ['channel', 'lunch'])).toEqual(all)
      const { messages } = await bob.client.call(endpoints.getMessages, { message_ids: Object.values(sent) })
      expect(messages.map(({ id }) => id)).not.toContain(sent['early'])
    })

    test('twice: nothing, for any two channels', async () => {
      expect(await names(ann, ['channel', 'lunch'], ['channel', '42'])).toEqual([])
      expect(await names(ann, ['channel', 'lunch'], ['channel', server.channelId('lunch')])).toEqual([])
    })
  })

  describe('of a topic', () => {
    test('in any case, in one channel or in all', async () => {
      expect(await names(ann, ['channel', 'lunch'], ['topic', 'sOUP'])).toEqual(['soup'])
      expect(await names(ann, ['topic', 'soup'])).toEqual(['soup', 'numbered', 'early', 'shared'])
    })

    test('that is empty, under either of its names', async () => {
      expect(await names(ann, ['channel', 'lunch'], ['topic', ''])).toEqual(['general'])
      expect(await names(ann, ['channel', 'lunch'], ['topic', 'general chat'])).toEqual(['general'])
    })

    test('that does not exist', async () => {
      expect(await names(ann, ['channel', 'lunch'], ['topic', 'stew'])).toEqual([])
    })
  })

  describe('of a conversation', () => {
    test('by ids, by emails, with or without oneself, under the old operator names', async () => {
      expect(await names(ann, ['dm', [bob.id]])).toEqual(['toBob'])
      expect(await names(ann, ['dm', [ann.id, bob.id]])).toEqual(['toBob'])
      expect(await names(ann, ['pm-with', bob.apiEmail])).toEqual(['toBob'])
      expect(await names(ann, ['pm_with', `${cho.apiEmail}, ${bob.apiEmail}`])).toEqual(['toGroup'])
      expect(await names(ann, ['dm', [ann.id]])).toEqual(['toSelf'])
    })

    test('that does not exist, or has no people', async () => {
      expect(await names(ann, ['dm', [cho.id]])).toEqual([])
      expect(await names(ann, ['dm', []])).toEqual([])
    })

    test('of other people is not accessible', async () => {
      expect(await names(gus, ['dm', [ann.id, bob.id]])).toEqual([])
      expect(await names(cho, ['dm', [ann.id]])).toEqual([])
    })

    test('with one person among others', async () => {
      expect(await names(ann, ['dm-including', bob.id])).toEqual(['toBob', 'toGroup'])
      expect(await names(ann, ['group-pm-with', bob.apiEmail])).toEqual(['toGroup'])
      expect(await names(ann, ['dm-including', ann.id])).toEqual(['toBob', 'toGroup', 'toSelf'])
    })
  })

  test('by other criteria: sender, kind, id, reactions, resolved topics', async () => {
    await ann.client.call(endpoints.addReaction, { message_id: sent['soup']!, emoji_name: 'tada' })
    await ann.client.call(endpoints.updateMessageFlags, { messages: [sent['salad']!], op: 'add', flag: 'starred' })
    expect(await names(ann, ['sender', bob.id])).toEqual(['salad', 'toGroup'])
    expect(await names(ann, ['is', 'dm'])).toEqual(['toBob', 'toGroup', 'toSelf'])
    expect(await names(ann, ['is', 'starred'])).toEqual(['salad'])
    expect(await names(ann, ['has', 'reaction'])).toEqual(['soup'])
    expect(await names(ann, ['is', 'resolved'])).toEqual(['done'])
    expect(await names(ann, ['id', String(sent['soup'])])).toEqual(['soup'])
    expect(await names(ann, ['channel', 'lunch'], ['near', '5'])).toHaveLength(4)
    expect(await names(ann, ['channels', 'public'], ['topic', 'soup'])).toEqual(['soup', 'numbered'])
    expect(await names(cho, ['channels', 'public'], ['topic', 'soup'])).toEqual(['soup', 'numbered'])
    expect(await names(gus, ['channels', 'public'])).toEqual([])
  })

  test('by the same criteria under their other names', async () => {
    expect(await names(ann, ['is', 'private'])).toEqual(['toBob', 'toGroup', 'toSelf'])
    expect(await names(ann, ['group_pm_with', bob.id])).toEqual(['toGroup'])
    expect(await names(cho, ['streams', 'public'], ['topic', 'soup'])).toEqual(['soup', 'numbered'])
    expect(await names(ann, ['in', 'all'])).toEqual(await names(ann))
  })

  test('by alert words', async () => {
    expect(await names(ann, ['is', 'alerted'])).toEqual([])
    // Alert words cannot be set yet. Sending will write this bit.
    const values = [ann.id, sent['salad'], USER_BIT.alertWord]
    await server.database.pool.query(
      `insert into user_flag (user_id, message_id, flags) values ($1, $2, $3)
      on conflict (user_id, message_id) do update set flags = user_flag.flags | excluded.flags`,
      values,
    )
    expect(await names(ann, ['is', 'alerted'])).toEqual(['salad'])
  })

  test('by content: links, pictures, files', async () => {
    const say = async (content: string) =>
      (await ann.client.call(endpoints.sendMessage, { type: 'channel', to: '"42"', topic: 'holds', content })).id
    sent = {
      ...sent,
      address: await say('See https://example.com'),
      linked: await say('[see](https://example.com)'),
      picture: await say('https://example.com/cat.png'),
      file: await say('[menu](/user_uploads/1/ab/menu.pdf)'),
      channelLink: await say('#**lunch**'),
      code: await say('`https://example.com/cat.png`'),
      words: await say('None of these'),
    }
    const holding = (what: string, negated = false) =>
      names(bob, ['channel', '42'], ['topic', 'holds'], ['has', what, negated])
    expect(await holding('link')).toEqual(['address', 'linked', 'picture', 'file', 'channelLink'])
    expect(await holding('image')).toEqual(['picture'])
    expect(await holding('attachment')).toEqual(['file'])
    expect(await holding('link', true)).toEqual(['code', 'words'])
    expect(await holding('attachment', true)).not.toContain('file')
  })

  test('by negated terms', async () => {
    expect(await names(ann, ['channel', 'lunch'], ['topic', 'soup', true])).toEqual(['salad', 'general', 'done'])
    expect(await names(ann, ['channel', 'lunch'], ['sender', ann.apiEmail, true])).toEqual(['salad'])
    expect(await names(ann, ['is', 'dm', true], ['channel', 'lunch', true], ['topic', 'soup'])).toEqual([
      'numbered',
      'early',
      'shared',
    ])
    expect(await names(ann, ['dm', [bob.id], true], ['is', 'dm'])).toEqual(['toGroup', 'toSelf'])
  })

  describe('that is impossible', () => {
    test.each<[string, Operand, string]>([
      ['channel', 'dinner', 'unknown channel dinner'],
      ['channel', 99_999, 'unknown channel 99999'],
      ['channel', '1', 'unknown channel 1'],
      ['sender', 'nobody@example.org', 'unknown user nobody@example.org'],
      ['sender', 99_999, 'unknown user 99999'],
      ['sender', 'me', 'unknown user me'],
      ['dm', 'nobody@example.org', 'unknown user in nobody@example.org'],
      ['dm-including', 99_999, 'unknown user 99999'],
      ['is', 'great', "unknown 'is' operand great"],
      ['is', 'constructor', "unknown 'is' operand constructor"],
      ['has', 'toString', "unknown 'has' operand toString"],
      ['in', 'space', "unknown 'in' operand space"],
      ['channels', 'constructor', 'unknown channels operand constructor'],
      ['id', 'x', 'Invalid message ID'],
      ['id', 2_147_483_648, 'Invalid message ID'],
      ['wherever', 'x', 'unknown operator wherever'],
      ['constructor', 'x', 'unknown operator constructor'],
    ])('%s:%s', async (operator, operand, desc) => {
      await refused(get(ann, [operator, operand]), `Invalid narrow operator: ${desc}`, {
        code: 'BAD_NARROW',
        data: { desc },
      })
    })

    test('a channel and a conversation at once', async () => {
      const desc = 'No message can be both a channel message and direct message'
      const refusal = { code: 'BAD_NARROW', data: { desc } } as const
      const msg = `Invalid narrow operator combination: ${desc}`
      await refused(get(ann, ['channel', 'lunch'], ['dm', [bob.id]]), msg, refusal)
      await refused(get(ann, ['topic', 'soup'], ['is', 'private']), msg, refusal)
      await refused(get(ann, ['is', 'dm', true], ['dm-including', bob.id]), msg, refusal)
    })
  })
})
