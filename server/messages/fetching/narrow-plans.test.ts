import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts'
import type { Actor } from '../../kernel/actor.ts'
import { systemClock } from '../../kernel/base/clock.ts'
import { loadRealm } from '../../kernel/realm-state/load.ts'
import { populate } from '../../operations/populate/populate.ts'
import { bareOrganization, openKeys } from '../../operations/populate/testing.ts'
import { NEWEST } from './find-pages.ts'
import { narrowSource } from './narrow.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly PlanNode[]
}

const has = (operand: string, negated = false): NarrowTerm => ({ operator: 'has', operand, negated })

describe('the query plan for', () => {
  let database: TestDatabase
  let reader: Actor
  let channel: string

  beforeAll(async () => {
    database = await createTestDatabase()
    const realmId = await bareOrganization(database.db)
    const report = await populate(database.db, { size: 'S', realmId, secret: openKeys })
    // Pictures and files are rare, and so are links with them.
    await sql`update message set mflags = mflags | 24 where id % 300 = 7`.execute(database.db)
    await sql`update message set mflags = mflags | 40 where id % 1000 = 9`.execute(database.db)
    await sql`vacuum analyze message, reaction, topic`.execute(database.db)
    const realm = await loadRealm({ loadPool: database.pool }, realmId, { clock: systemClock })
    reader = { realm, user: realm.users.get(report.users[5]!.id)!, client: 'website', address: null }
    channel = report.channels.find(({ name }) => name.startsWith('everybody'))!.name
  })
  afterAll(() => database.close())

  /** Of the page, and of the one that follows if it comes out short. */
  async function plansOf(narrow: readonly NarrowTerm[], order: 'asc' | 'desc'): Promise<[PlanNode, ...PlanNode[]]> {
    const source = (await narrowSource(database.db, reader, narrow))!
    const page = { order, from: order === 'desc' ? NEWEST : 1, limit: 100 } as const
    const explained = async (statement: RawBuilder<unknown>): Promise<PlanNode> => {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
        explain (format json) ${statement}`.execute(database.db)
      return rows[0]!['QUERY PLAN'][0].Plan
    }
    const first = await explained(source.page(page))
    return source.thorough ? [first, await explained(source.thorough.page(page))] : [first]
  }

  const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  const readsAll = ({ 'Node Type': type, 'Relation Name': table = '' }: PlanNode) =>
    type === 'Sort' || (type.startsWith('Seq Scan') && ['message', 'reaction'].includes(table))
  /** The index that gives the order of the answer. */
  const leads = (plan: PlanNode): string => {
    const first = plan.Plans?.find((inner) => inner['Parent Relationship'] !== 'SubPlan')
    return first ? leads(first) : (plan['Index Name'] ?? plan['Node Type'])
  }

  const inChannel: NarrowTerm = { operator: 'channel', operand: '', negated: false }
  const cases: [string, readonly NarrowTerm[], RegExp][] = [
    ['has:link', [has('link')], /^message_has_link$/],
    ['has:image', [has('image')], /^message_has_image$/],
    ['has:attachment', [has('attachment')], /^message_has_attachment$/],
    ['has:reaction', [has('reaction')], /^reaction_realm$/],
    ['two of them', [has('link'), has('attachment')], /^message_has_attachment$/],
    ['-has:link', [has('link', true)], /^message_pkey$/],
    ['-has:image', [has('image', true)], /^message_pkey$/],
    ['-has:attachment', [has('attachment', true)], /^message_pkey$/],
    ['-has:reaction', [has('reaction', true)], /^message_pkey$/],
    ['a rare thing in a channel', [inChannel, has('attachment')], /^message_has_attachment$/],
    ['reactions in a channel', [inChannel, has('reaction')], /^message_conversation$/],
  ]

  test.each(cases)('%s uses an index in the order of the answer', async (_, narrow, index) => {
    const terms = narrow.map((term) => (term === inChannel ? { ...term, operand: channel } : term))
    for (const order of ['asc', 'desc'] as const) {
      const [plan] = await plansOf(terms, order)
      expect(nodesOf(plan).filter(readsAll)).toEqual([])
      expect(leads(plan)).toMatch(index)
    }
  })

  const search = (text: string): NarrowTerm => ({ operator: 'search', operand: text, negated: false })
  const searches: [string, readonly NarrowTerm[], RegExp][] = [
    ['a rare word', [search('zeppelin')], /^message_tsv$/],
    ['the beginning of a rare word', [search('zepp')], /^message_tsv$/],
    ['a rare and a common word', [search('invoice zeppelin')], /^message_tsv$/],
    ['a phrase with a rare word', [search('"zeppelin."')], /^message_tsv$/],
    ['a rare word in a channel', [inChannel, search('marzipan')], /^message_tsv$/],
    ['two common words', [search('invoice finished')], /^message_(tsv|pkey|topic)$/],
    ['a phrase of common words', [search('"invoice finished"')], /^message_tsv$/],
    ['an absent word', [search('platypus')], /^message_tsv$/],
    ['a common word, which is also in topics', [search('invoice')], /^message_(tsv|pkey|topic)$/],
    ['mentions of a person', [{ operator: 'mentions', operand: 0, negated: false }], /^message_tsv$/],
  ]

  test.each(searches)('a search for %s uses an index', async (_, narrow, index) => {
    const terms = narrow.map((term) => {
      if (term === inChannel) return { ...term, operand: channel }
      return term.operator === 'mentions' ? { ...term, operand: reader.user.id } : term
    })
    for (const order of ['asc', 'desc'] as const) {
      const plans = await plansOf(terms, order)
      expect(plans.flatMap(nodesOf).filter(({ 'Node Type': type }) => type.startsWith('Seq Scan'))).toEqual([])
      expect(nodesOf(plans.at(-1)!).map((node) => node['Index Name'] ?? '')).toContainEqual(
        expect.stringMatching(index),
      )
    }
  })
})
