import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts'
import type { Actor } from '../../kernel/actor.ts'
import { systemClock } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import { WAY_BEFORE } from '../../kernel/ledger/moves-sql.ts'
import { loadRealm } from '../../kernel/realm-state/load.ts'
import { populate } from '../../operations/populate/populate.ts'
import { bareOrganization, openKeys } from '../../operations/populate/testing.ts'
import { resolveAnchor } from './anchor.ts'
import { idsAround, NEWEST } from './find-pages.ts'
import { narrowSource } from './narrow.ts'
import { readingLimits } from './reading-limits.ts'

const PAGE = 10
/** The populated history has 10,000 messages. */
const ALL = 10_000
const isLong = process.env['PARLEY_TEST_LONG'] !== undefined

/** The most messages that may be looked at for those returned. The rest is for dates, unread and moved messages. */
const mostAlone = (returned: number): number => 12 * returned + 600
/**
 * Two terms may also cost what the rarer of them finds, and twice what a search finds, because words are not indexed in
 * the order of messages. Never a large part of the history.
 */
const mostTogether = (returned: number, rarer: number, searched: number): number =>
  Math.min(12 * returned + 5 * rarer + 2 * searched + 2_200, ALL / 3)
/** Blocks for each message that may be looked at. */
const BLOCKS = 3

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

interface Cost {
  readonly returned: number
  readonly rows: number
  readonly blocks: number
}

const term = (operator: string, operand: NarrowTerm['operand'], negated = false): NarrowTerm => ({
  operator,
  operand,
  negated,
})
const nameOf = (narrow: readonly NarrowTerm[]) =>
  narrow.map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${operand}`).join(' ') ||
  'everything'

describe('a page of messages costs what it returns', () => {
  let database: TestDatabase
  let recorded: CompiledQuery[] = []
  let db: Db
  const readers: Record<string, Actor> = {}
  let terms: NarrowTerm[]
  let middle: number
  const usual = { ...readingLimits }

  beforeAll(async () => {
    database = await createTestDatabase()
    const realmId = await bareOrganization(database.db)
    const report = await populate(database.db, { size: 'S', realmId, secret: openKeys })
    const [readAll, , readNothing] = report.users
    const readOne = report.users[9]!
    await sql`update message set mflags = mflags | 24 where id % 300 = 7`.execute(database.db)
    await sql`update read_pos set upto = 0 where user_id = ${readOne.id}`.execute(database.db)
    await sql`delete from read_bits where user_id = ${readOne.id}`.execute(database.db)
    await sql`insert into read_bits select user_id, conv_id, 0, set_bit(0::bit(1024), 5, 1)
      from read_pos where user_id = ${readOne.id} limit 1`.execute(database.db)
    const everybody = report.channels.filter(({ name }) => name.startsWith('everybody'))
    await moveTopics(database.db, realmId, everybody[0]!.id, everybody[1]!.id)
    await sql`vacuum analyze`.execute(database.db)
    const realm = await loadRealm({ loadPool: database.pool }, realmId, { clock: systemClock })
    const actor = (id: number): Actor => ({ realm, user: realm.users.get(id)!, client: 'website', address: null })
    Object.assign(readers, { all: actor(readAll!.id), nothing: actor(readNothing!.id), one: actor(readOne.id) })
    db = new Kysely({
      dialect: new PostgresDialect({ pool: database.pool }),
      // What only asks for a plan reads nothing.
      log: ({ query }) => void (/^\s*explain /.test(query.sql) || recorded.push(query)),
    })
    const { rows } = await sql<{ id: number; topic: string }>`
      select m.id, t.name as topic from message m join topic t on t.id = m.topic_id
      where t.channel_id = ${everybody[0]!.id} order by abs(m.id - (select avg(id) from message)) limit 1`.execute(
      database.db,
    )
    middle = rows[0]!.id
    terms = [
      term('channel', everybody[0]!.id),
      term('topic', rows[0]!.topic),
      term('sender', report.users[7]!.id),
      term('dm', [report.users[7]!.id]),
      term('dm-including', report.users[7]!.id),
      term('group-pm-with', report.users[7]!.id),
      term('mentions', readAll!.id),
      term('id', middle),
      term('with', middle),
      term('near', middle),
      ...['zeppelin', 'invoice', 'platypus', '"invoice finished"'].map((text) => term('search', text)),
      ...['all', 'home'].map((what) => term('in', what)),
      ...['public', 'web-public', 'archived'].map((what) => term('channels', what)),
      ...['dm', 'starred', 'alerted', 'mentioned', 'unread', 'followed', 'muted', 'resolved'].map((what) =>
        term('is', what),
      ),
      ...['link', 'image', 'attachment', 'reaction'].map((what) => term('has', what)),
    ]
    // Otherwise so small a history would always be read in one way.
    Object.assign(readingLimits, { fewUnread: 50, nearbyForEach: 3, nearby: 20 })
  })
  afterAll(async () => {
    Object.assign(readingLimits, usual)
    await database.close()
  })

  async function costOf(reader: Actor, narrow: readonly NarrowTerm[], anchor: string): Promise<Cost> {
    recorded = []
    const source = await narrowSource(db, reader, narrow)
    if (!source) return { returned: 0, rows: 0, blocks: 0 }
    const wanted =
      anchor === 'first_unread'
        ? ({ at: 'first_unread' } as const)
        : anchor === 'date'
          ? ({ at: 'date', since: await timeOf(middle) } as const)
          : { at: { newest: NEWEST, oldest: 0, middle }[anchor]! }
    const at = (await resolveAnchor(db, source, wanted)) ?? NEWEST
    const ids = await idsAround(db, source, { anchor: at, before: PAGE, from: PAGE + 1 })
    const costs = await Promise.all(recorded.map(explain))
    const sum = (part: 'rows' | 'blocks') => costs.reduce((total, cost) => total + cost[part], 0)
    return { returned: ids.length, rows: sum('rows'), blocks: sum('blocks') }
  }

  const times = new Map<number, number>()
  async function timeOf(id: number): Promise<number> {
    const known = times.get(id)
    if (known !== undefined) return known
    const { sent_at: at } = await database.db
      .selectFrom('message')
      .select('sent_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    times.set(id, at)
    return at
  }

  async function explain({ sql: text, parameters }: CompiledQuery): Promise<Pick<Cost, 'rows' | 'blocks'>> {
    const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]),
    )
    const plan = rows[0]!['QUERY PLAN'][0].Plan
    return { rows: messagesIn(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  }

  const isDear = ({ rows, blocks }: Cost, most: number): boolean => rows > most || blocks > BLOCKS * most
  const told = (narrow: readonly NarrowTerm[], anchor: string, cost: Cost): string =>
    `${nameOf(narrow)} ${anchor}: ${JSON.stringify(cost)}`

  test.each(['all', 'nothing', 'one'])(
    'of somebody who has read %s, by each term and anchor',
    async (who) => {
      const dear: string[] = []
      for (const narrow of [[], ...terms.map((one) => [one])]) {
        for (const anchor of ['newest', 'oldest', 'first_unread', 'middle', 'date']) {
          const cost = await costOf(readers[who]!, narrow, anchor)
          if (isDear(cost, mostAlone(cost.returned))) dear.push(told(narrow, anchor, cost))
        }
      }
      expect(dear).toEqual([])
    },
    300_000,
  )

  test.each(isLong ? ['all', 'nothing', 'one'] : ['all', 'nothing'])(
    'of somebody who has read %s, by each two terms',
    async (who) => {
      const reader = readers[who]!
      const sizes = new Map<NarrowTerm, number>()
      for (const one of terms) sizes.set(one, await sizeOf(reader, [one]))
      // Otherwise the rest would show nothing.
      expect(await sizeOf(reader, [])).toBeGreaterThan(ALL / 3)
      const dear: string[] = []
      for (const [first, second] of pairs()) {
        const both = [first, second].map((one) => ({ one, size: sizes.get(one)! }))
        const rarer = Math.min(...both.map(({ size }) => size))
        const searched = Math.max(0, ...both.filter(({ one }) => one.operator === 'search').map(({ size }) => size))
        for (const anchor of isLong ? ['newest', 'oldest', 'first_unread', 'middle'] : ['newest', 'first_unread']) {
          const cost = await costOf(reader, [first, second], anchor)
          if (isDear(cost, mostTogether(cost.returned, rarer, searched))) dear.push(told([first, second], anchor, cost))
        }
      }
      expect(dear).toEqual([])
    },
    600_000,
  )

  test('of a search for a common phrase does not grow with what it finds', async () => {
    await sql`
      update message set content = 'Please answer before the meeting.',
        tsv = array_to_tsvector(array['before', 'the', 'meet', 'meeting']) where id % 2 = 0`.execute(database.db)
    await sql`vacuum analyze message`.execute(database.db)
    const { returned, rows } = await costOf(readers['all']!, [term('search', '"before the meeting"')], 'newest')
    expect(returned).toBe(PAGE)
    expect(rows).toBeLessThan(mostAlone(PAGE))
  })

  test('of a search for a rare word does not grow with the history', async () => {
    const search = () => costOf(readers['all']!, [term('search', 'zeppelin')], 'newest')
    const before = await search()
    await sql`
      insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, sent_at, client, content, rendered, tsv)
      select last.id + n, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, last.hseq + n, sent_at, client, content,
        rendered, tsv
      from (select max(id) as id, max(hseq) as hseq from message) last, generate_series(1, ${2 * ALL}::int) n,
        (select * from message where tsv @@ 'invoice'::tsquery and not tsv @@ 'zeppelin'::tsquery limit 1) m`.execute(
      database.db,
    )
    await sql`vacuum analyze message`.execute(database.db)
    const after = await search()
    expect(after.returned).toBe(before.returned)
    expect(before.returned).toBeGreaterThan(0)
    expect(after.rows).toBeLessThanOrEqual(before.rows)
    expect(after.blocks).toBeLessThan(1.5 * before.blocks)
  })

  /** All pairs of terms that a message can fulfil. */
  function* pairs(): Generator<[NarrowTerm, NarrowTerm]> {
    for (const [index, first] of terms.entries())
      for (const second of terms.slice(index + 1)) if (!isContradiction(first, second)) yield [first, second]
  }

  async function sizeOf(reader: Actor, narrow: readonly NarrowTerm[]): Promise<number> {
    const source = await narrowSource(db, reader, narrow)
    return source ? (await idsAround(db, source, { anchor: NEWEST, before: ALL, from: 1 })).length : 0
  }
})

const DIRECT = ['dm', 'dm-including', 'group-pm-with', 'is:dm']
const IN_CHANNELS = ['channel', 'channels', 'topic']

/** These are refused: no message is in a channel and direct. `with` stands for a channel and a topic. */
function isContradiction(...both: [NarrowTerm, NarrowTerm]): boolean {
  const is = (names: readonly string[]) =>
    both.some(({ operator, operand }) => names.includes(operator) || names.includes(`${operator}:${operand}`))
  return is(DIRECT) && is([...IN_CHANNELS, 'with'])
}

/** All messages that a plan looks at. */
function messagesIn(plan: PlanNode): number {
  const loops = plan['Actual Loops'] ?? 0
  const own =
    plan['Relation Name'] === 'message'
      ? loops *
        ((plan['Actual Rows'] ?? 0) +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0))
      : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + messagesIn(inner), own)
}

/** Some topics of a channel were moved to another one and back, five times. */
async function moveTopics(db: Db, realmId: number, from: number, to: number): Promise<void> {
  const moved = sql`select t.id from topic t where t.channel_id = ${from} order by t.id limit 3`
  const { rows } = await sql<{ id: number }>`${moved}`.execute(db)
  const topicIds = rows.map(({ id }) => id)
  let prev: number | null = null
  for (let depth = 1; depth <= 5; depth += 1) {
    const channel = depth % 2 === 1 ? to : from
    const made: { rows: { id: number }[] } = await sql<{ id: number }>`
      insert into move (realm_id, to_conv, at_seq, gains, prev, depth, passed_convs, passed_first, passed_last, passed_gains)
      select ${realmId}, c.conv_id, ${depth + 10}, false, p.id, ${depth}, w.*
      from channel c left join move p on p.id = ${prev} cross join lateral (${sql.raw(WAY_BEFORE)}) w
      where c.id = ${channel}
      returning id`.execute(db)
    prev = made.rows[0]!.id
  }
  await sql`update topic set channel_id = ${to} where id = any(${topicIds}::int[])`.execute(db)
  await sql`
    update message set conv_id = (select conv_id from channel where id = ${to}), move_id = ${prev}, mflags = mflags | 128
    where topic_id = any(${topicIds}::int[])`.execute(db)
}
