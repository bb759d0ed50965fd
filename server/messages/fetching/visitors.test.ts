import type { Updateable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { type Client, createClient } from '../../../client/client.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, changeRealm } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { channelFromRow } from '../../kernel/realm-state/from-rows.ts'
import { visibleToVisitors } from './visitor-access.ts'

type Operand = NarrowTerm['operand']
type Term = [operator: string, operand: Operand, negated?: boolean]

const NEWEST = 10_000_000_000_000_000
const WEB_PUBLIC: Term = ['channels', 'web-public']
const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required'
const UNAUTHORIZED = { code: 'UNAUTHORIZED', status: 401 } as const

describe('a visitor without an account', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })
  let visitor: Client
  let sent: Record<string, number>

  beforeAll(async () => {
    visitor = createClient({ url: server.url, strict: true, observe: recordCoverage })
    await changeRealm(server, { enable_spectator_access: true })
    const make = (name: string, more: object = {}) =>
      server.owner.call(endpoints.subscribe, { subscriptions: [{ name }], principals: [ann.id, bob.id], ...more })
    await make('square', { is_web_public: true })
    await make('garden', { is_web_public: true })
    await make('closed shop', { is_web_public: true })
    await make('office')
    await make('vault', { invite_only: true })
    await make('archive room', { invite_only: true, history_public_to_subscribers: true })
    sent = {
      soup: await say(ann, 'square', 'Soup'),
      salad: await say(bob, 'square', 'salad', 'See https://example.com'),
      general: await say(ann, 'square', ''),
      done: await say(ann, 'square', '✔ salad'),
      roses: await say(bob, 'garden', 'soup'),
      closed: await say(ann, 'closed shop', 'soup'),
      office: await say(ann, 'office', 'soup'),
      vault: await say(ann, 'vault', 'soup'),
      shared: await say(ann, 'archive room', 'soup'),
      direct: await tell(ann, bob),
    }
    await changeChannel('closed shop', { is_archived: true })
  })

  const OPEN = ['soup', 'salad', 'general', 'done', 'roses']

  const say = async (from: Person, to: string, topic: string, content = '**Hello**') =>
    (await from.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })).id
  const tell = async (from: Person, to: Person) =>
    (await from.client.call(endpoints.sendMessage, { type: 'direct', to: `[${to.id}]`, content: 'Psst' })).id
  const changeChannel = (name: string, change: Updateable<Tables['channel']>) =>
    server.ctx.transact(server.realm.id, async (tx) => {
      const update = tx.db.updateTable('channel').set(change).where('name', '=', name)
      const row = await update.returningAll().executeTakeFirstOrThrow()
      tx.record([{ put: 'channel', value: channelFromRow(row) }])
    })
  const idOf = (name: string) => [...server.realm.channels.values()].find((channel) => channel.name === name)!.id
  const narrowOf = (terms: readonly Term[]) =>
    terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
  const getAs = (client: Client, terms: readonly Term[], args: ArgsOf<typeof endpoints.getMessages> = {}) =>
    client.call(endpoints.getMessages, {
      ...(args.message_ids ? {} : { anchor: 'newest', num_before: 100, num_after: 0 }),
      narrow: narrowOf(terms),
      ...args,
    })
  const get = (...terms: Term[]) => getAs(visitor, terms)
  const namesAs = async (...args: Parameters<typeof getAs>) => {
    const { messages } = await getAs(...args)
    return messages.map(({ id }) => Object.keys(sent).find((name) => sent[name] === id)!)
  }
  /** The names of the messages that a visitor finds in web-public channels. */
  const names = (...terms: Term[]) => namesAs(visitor, [WEB_PUBLIC, ...terms])

  describe('reads', () => {
    test('messages in web-public channels only', async () => {
      expect(await names()).toEqual(OPEN)
      expect(await namesAs(visitor, [['streams', 'web-public']])).toEqual(OPEN)
    })

    test('the same text as an account, without addresses, flags or avatars to compute', async () => {
      await changeAccount(server, bob.id, { avatar_source: 'G' })
      await bob.client.call(endpoints.addReaction, { message_id: sent['soup']!, emoji_name: 'tada' })
      for (const apply_markdown of [true, false]) {
        const args = { apply_markdown, client_gravatar: true, allow_empty_topic_name: true }
        const shown = await getAs(visitor, [WEB_PUBLIC], args)
        const owned = await getAs(ann.client, [WEB_PUBLIC], { ...args, client_gravatar: false })
        const asSeen = owned.messages
          .filter(({ id }) => id !== sent['closed'])
          .map((message) => ({ ...message, sender_email: `user${message.sender_id}@localhost`, flags: ['read'] }))
        expect(shown.messages).toEqual(asSeen)
        expect(shown.messages.map(({ avatar_url }) => avatar_url)).not.toContain(null)
        expect(JSON.stringify(shown)).not.toContain('example.org')
      }
      await changeAccount(server, bob.id, { avatar_source: 'J' })
    })

    test('the empty topic in the form that the client supports', async () => {
      const subject = async (allow_empty_topic_name: boolean) =>
        (await getAs(visitor, [WEB_PUBLIC, ['topic', '']], { allow_empty_topic_name })).messages.map((m) => m.subject)
      expect(await subject(true)).toEqual([''])
      expect(await subject(false)).toEqual(['general chat'])
    })

    test('all messages as read, whatever their state for others', async () => {
      const id = await say(ann, 'garden', 'call', '@**all** @**Bob**')
      const { messages } = await get(WEB_PUBLIC, ['id', id])
      expect(messages.map(({ flags }) => flags)).toEqual([['read']])
      sent['call'] = id
    })

    test('no message that was moved before it was loaded', () => {
      const isVisible = visibleToVisitors({ realm: server.realm, user: null, client: 'website' })
      const places = ['square', 'garden', 'closed shop', 'office', 'vault', 'archive room']
      expect(places.filter((name) => isVisible({ channel_id: idOf(name) }))).toEqual(['square', 'garden'])
      expect(isVisible({ channel_id: null })).toBe(false)
    })

    test('no message of a channel that was closed', async () => {
      await changeChannel('garden', { is_web_public: false })
      expect(await names()).not.toContain('roses')
      expect(await namesAs(visitor, [WEB_PUBLIC], { message_ids: [sent['roses']!] })).toEqual([])
      await changeChannel('garden', { is_web_public: true })
      expect(await names()).toContain('roses')
    })
  })

  describe('narrows', () => {
    test('to a channel by its name in any case or its id', async () => {
      expect(await names(['channel', 'SQUARE'])).toEqual(['soup', 'salad', 'general', 'done'])
      expect(await names(['stream', idOf('square')])).toEqual(['soup', 'salad', 'general', 'done'])
      expect(await names(['channel', 'square', true], ['topic', 'soup'])).toEqual(['roses'])
      expect(await names(['channel', 'square'], ['channel', 'garden'])).toEqual([])
    })

    test('to no other channel: ordinary, private, archived and missing ones are all unknown', async () => {
      const closed = ['office', 'vault', 'archive room', 'closed shop']
      for (const operand of [...closed, ...closed.map(idOf), 'nowhere', 99_999])
        for (const negated of [false, true]) {
          const desc = `unknown web-public channel ${operand}`
          const refusal = { code: 'BAD_NARROW', status: 400, data: { desc } } as const
          await refused(get(WEB_PUBLIC, ['channel', operand, negated]), `Invalid narrow operator: ${desc}`, refusal)
        }
    })

    test('to topics, in web-public channels only', async () => {
      expect(await names(['topic', 'SOUP'])).toEqual(['soup', 'roses'])
      expect(await names(['channel', 'garden'], ['topic', 'soup'])).toEqual(['roses'])
      expect(await names(['is', 'resolved'])).toEqual(['done'])
      expect(await names(['is', 'resolved', true])).not.toContain('done')
    })

    test('to kinds of channels, which gives no access to others', async () => {
      expect(await names(['channels', 'public'])).toEqual(await names())
      expect(await names(['channels', 'archived'])).toEqual([])
      expect(await names(['channels', 'web-public', true])).toEqual([])
    })

    test('to content, to one message, and near one', async () => {
      expect(await names(['has', 'link'])).toEqual(['salad'])
      expect(await names(['has', 'reaction'])).toEqual(['soup'])
      expect(await names(['near', '5'])).toEqual(await names())
      expect(await names(['id', sent['soup']!])).toEqual(['soup'])
      for (const name of ['closed', 'office', 'vault', 'shared', 'direct'])
        expect(await names(['id', sent[name]!]), name).toEqual([])
    })

    test('to a sender by id or by the visible address, never by the real one', async () => {
      expect(await names(['sender', bob.id])).toEqual(['salad', 'roses'])
      expect(await names(['sender', `USER${bob.id}@localhost`])).toEqual(['salad', 'roses'])
      const unknown = [bob.email, `user${bob.id}@elsewhere`, `user0${bob.id}@localhost`, 'user99999@localhost', 'user@']
      for (const email of [...unknown, 'nobody@example.org'])
        await refused(get(WEB_PUBLIC, ['sender', email]), `Invalid narrow operator: unknown user ${email}`, {
          code: 'BAD_NARROW',
        })
    })

    test('by many terms: the last counts like the first, and a repeated one counts once', async () => {
      const many = Array.from({ length: 20 }, (_, n): Term => ['near', String(n)])
      expect(await names(...many, ['topic', 'soup'])).toEqual(['soup', 'roses'])
      expect(await names(...many, ['topic', 'soup', true], ['has', 'link'])).toEqual(['salad'])
      const same = Array.from({ length: 200 }, (): Term => ['has', 'reaction'])
      expect(await names(...same)).toEqual(['soup'])
      // Too many for a URL, so a form field names the method.
      const ask = async (length: number) => {
        const narrow = JSON.stringify(Array.from({ length }, () => WEB_PUBLIC))
        const body = new URLSearchParams({ method: 'GET', anchor: 'newest', num_before: '1', num_after: '0', narrow })
        return (await (await fetch(`${server.url}/api/v1/messages`, { method: 'POST', body })).json()) as object
      }
      expect(await ask(1000)).toMatchObject({ result: 'success' })
      const msg = 'narrow is too long (limit: 1000 items)'
      expect(await ask(1001)).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
    })

    test('to their home view, which has no effect for a visitor', async () => {
      expect(await names(['in', 'home'])).toEqual(await names())
      await refused(get(['in', 'home']), NOT_LOGGED_IN, UNAUTHORIZED)
    })
  })

  describe('has to sign in', () => {
    test('unless the narrow asks for web-public channels', async () => {
      const { getMessages } = endpoints
      await refused(
        visitor.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 }),
        NOT_LOGGED_IN,
        UNAUTHORIZED,
      )
      await refused(visitor.call(getMessages, { message_ids: [sent['soup']!] }), NOT_LOGGED_IN, UNAUTHORIZED)
      for (const term of [
        ['channels', 'web-public', true],
        ['channels', 'public'],
        ['channel', 'square'],
        ['channel', 'office'],
        ['channel', 'web-public'],
      ] satisfies Term[])
        await refused(get(term), NOT_LOGGED_IN, UNAUTHORIZED)
    })

    test.each<Term>([
      ['in', 'home', true],
      ['in', 'all'],
      ['is', 'dm'],
      ['is', 'private', true],
      ['is', 'starred'],
      ['is', 'unread'],
      ['is', 'mentioned'],
      ['is', 'alerted'],
      ['is', 'followed'],
      ['is', 'muted'],
      ['is', 'constructor'],
      ['dm', [1]],
      ['pm-with', 'x@example.org', true],
      ['dm-including', 1],
      ['group-pm-with', 1],
      ['mentions', 1],
      ['wherever', 'x'],
      ['constructor', 'x'],
    ])('for %s:%s', async (...term) => {
      await refused(get(WEB_PUBLIC, term), NOT_LOGGED_IN, UNAUTHORIZED)
    })

    test('for one message by its id, wherever it is', async () => {
      for (const name of ['soup', 'vault'])
        await refused(visitor.call(endpoints.getMessage, { message_id: sent[name]! }), NOT_LOGGED_IN, UNAUTHORIZED)
    })

    test('while the organization admits no visitors', async () => {
      await changeRealm(server, { enable_spectator_access: false })
      await refused(get(WEB_PUBLIC), NOT_LOGGED_IN, UNAUTHORIZED)
      expect(await namesAs(ann.client, [WEB_PUBLIC, ['channel', 'square']])).toContain('soup')
      await changeRealm(server, { enable_spectator_access: true })
      expect(await names()).toContain('soup')
    })

    test('with wrong credentials, even for public messages', async () => {
      const stale = createClient({ ...visitor.options, email: ann.email, apiKey: 'x'.repeat(32) })
      await refused(getAs(stale, [WEB_PUBLIC]), 'Invalid API key', UNAUTHORIZED)
    })
  })

  describe('can use an anchor', () => {
    const around = (args: ArgsOf<typeof endpoints.getMessages>) =>
      getAs(visitor, [WEB_PUBLIC, ['channel', 'square']], { num_before: 1, num_after: 1, ...args })
    const ids = async (args: ArgsOf<typeof endpoints.getMessages>) =>
      (await around(args)).messages.map(({ id }) => Object.keys(sent).find((name) => sent[name] === id)!)

    test('a message, the oldest, a date', async () => {
      expect(await ids({ anchor: String(sent['salad']) })).toEqual(['soup', 'salad', 'general'])
      expect(await ids({ anchor: 'oldest' })).toEqual(['soup'])
      expect(await ids({ anchor: 'date', anchor_date: '2000-01-01' })).toEqual(['soup', 'salad'])
    })

    test('the first unread one, which is the newest, because a visitor has no unread messages', async () => {
      const newest = { anchor: NEWEST, found_newest: true, found_anchor: false, found_oldest: false }
      expect(await around({ anchor: 'first_unread' })).toMatchObject(newest)
      expect(await ids({ anchor: 'first_unread' })).toEqual(['done'])
      expect(await ids({ anchor: undefined, use_first_unread_anchor: true })).toEqual(['done'])
      // A person with unread messages gets another one.
      const unread = { anchor: 'first_unread', num_before: 0, num_after: 0 }
      expect(await namesAs(bob.client, [['channel', 'square']], unread)).toEqual(['soup'])
    })

    test('that is itself not visible', async () => {
      const { messages, found_anchor } = await around({ anchor: String(sent['vault']) })
      expect(messages.map(({ id }) => id)).toEqual([sent['done']])
      expect(found_anchor).toBe(false)
    })

    test('where invisible messages do not count', async () => {
      const soup: Term[] = [WEB_PUBLIC, ['topic', 'soup']]
      expect(await namesAs(visitor, soup, { num_before: 1 })).toEqual(['roses'])
      const late = await getAs(visitor, soup, { anchor: 'date', anchor_date: '2999-01-01', num_before: 0 })
      expect(late).toMatchObject({ anchor: sent['roses'], found_anchor: true })
    })

    test('or get messages by ids, without those in other places', async () => {
      const message_ids = Object.values(sent)
      expect(await namesAs(visitor, [WEB_PUBLIC], { message_ids })).toEqual(await names())
      expect(await namesAs(visitor, [WEB_PUBLIC, ['channel', 'garden'], ['topic', 'soup']], { message_ids })).toEqual([
        'roses',
      ])
    })
  })

  test('uses the same narrow as accounts, which also includes archived web-public channels', async () => {
    const all = [...OPEN, 'closed', 'call']
    expect((await namesAs(ann.client, [WEB_PUBLIC])).sort()).toEqual([...all].sort())
    const cho = await server.person('Cho')
    expect((await namesAs(cho.client, [WEB_PUBLIC])).sort()).toEqual([...all].sort())
    expect(await namesAs(cho.client, [['channels', 'web-public', true]])).toEqual([])
    expect(await namesAs(ann.client, [['channels', 'web-public', true]])).toEqual([
      'office',
      'vault',
      'shared',
      'direct',
    ])
    // A guest has shared history only in a named channel.
    expect(await namesAs(gus.client, [WEB_PUBLIC])).toEqual([])
    expect(await namesAs(gus.client, [WEB_PUBLIC, ['channel', 'garden']])).toEqual(['roses', 'call'])
  })

  test('is refused by a deactivated organization', async () => {
    await server.ctx.transact(server.realm.id, async (tx) => {
      tx.record([{ put: 'realm', value: { ...server.realm.info, deactivated: true } }])
    })
    await refused(get(WEB_PUBLIC), 'This organization has been deactivated', { code: 'REALM_DEACTIVATED', status: 401 })
  })
})
