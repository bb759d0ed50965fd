import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts'
import type { Db } from '../../kernel/db/database.ts'
import { populate } from '../../operations/populate/populate.ts'
import { bareOrganization, openKeys } from '../../operations/populate/testing.ts'
import { unreadLimits } from './unread-limits.ts'
import { newestUnread } from './unread-queries.ts'

const MOVED = 500

interface Plan {
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** Indexes that a plan reads from the beginning to the end. */
const readWhole = (plan: Plan): string[] => [
  ...(plan['Index Name'] && !plan['Index Cond'] ? [plan['Index Name']] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
]

describe('the unread messages of a person', () => {
  let whole: string[] = []
  let database: TestDatabase
  let recorded: CompiledQuery[] = []
  let db: Db
  let realmId: number
  let reader: number
  let [here, there] = [0, 0]

  beforeAll(async () => {
    database = await createTestDatabase()
    realmId = await bareOrganization(database.db)
    const report = await populate(database.db, { size: 'S', realmId, secret: openKeys })
    reader = report.users[0]!.id
    const { rows } = await sql<{ conv_id: number }>`
      select r.conv_id from member r join channel c on c.conv_id = r.conv_id join conversation_head h on h.id = r.conv_id
      where r.user_id = ${reader} order by h.last_hseq desc limit 2`.execute(database.db)
    ;[here, there] = rows.map((row) => row.conv_id) as [number, number]
    db = new Kysely({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query }) => void recorded.push(query),
    })
  })
  beforeEach(async () => {
    await sql`
      update message set conv_id = home_conv, move_id = null, mflags = mflags & ~128 where move_id is not null`.execute(
      database.db,
    )
    await sql`delete from move`.execute(database.db)
    await sql`delete from read_bits where user_id = ${reader}`.execute(database.db)
    await sql`
      update read_pos p set upto = h.last_hseq from conversation_head h
      where p.user_id = ${reader} and h.id = p.conv_id`.execute(database.db)
  })
  afterAll(() => database.close())

  /** How many there are, and the blocks that it takes to find them. */
  async function found(isAnalyzed = true): Promise<{ count: number; blocks: number }> {
    if (isAnalyzed) await sql`vacuum analyze message, move, read_pos, read_bits, user_flag, member`.execute(database.db)
    recorded = []
    const { groups } = await newestUnread(db, realmId, { id: reader, isBot: false })
    const costs = await Promise.all(recorded.map(blocksOf))
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    return { count, blocks: costs.reduce((sum, blocks) => sum + blocks, 0) }
  }

  /** With the plan that a connection of the server keeps, for any person. */
  const blocksOf = ({ sql: text, parameters }: CompiledQuery): Promise<number> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      await sql.raw(`prepare kept as ${text}`).execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
        explain (analyze, buffers, timing off, format json) execute kept (${sql.join(parameters.map(sql.lit))})`.execute(
        tx,
      )
      await sql`deallocate kept`.execute(tx)
      const plan = rows[0]!['QUERY PLAN'][0].Plan
      whole = readWhole(plan)
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    })

  const unread = () =>
    sql`update read_pos set upto = 0 where user_id = ${reader} and conv_id = ${here}`.execute(database.db)

  /** Moves the newest messages to the other channel, `together` with each move. */
  const move = (together: number) =>
    sql`
      with moved as materialized (
        select id, ((row_number() over (order by id) - 1) / ${together}::int)::int as n from (
          select id from message where home_conv = ${here} order by hseq desc limit ${MOVED}) newest
      ), made as (
        insert into move (realm_id, to_conv, at_seq, gains, prev, depth)
        select ${realmId}, ${there}, 1000000 + n, false, null, 1 from moved group by n returning id, at_seq - 1000000 as n
      )
      update message m set conv_id = ${there}, move_id = made.id, mflags = mflags | 128
      from moved join made using (n) where m.realm_id = ${realmId} and m.id = moved.id`.execute(database.db)

  test('cost nothing more after moves of messages that were read', async () => {
    const before = await found()
    await move(1)
    const after = await found()
    expect(after.count).toBe(before.count)
    expect(after.blocks).toBeLessThan(1.1 * before.blocks + 20)
  })

  test('cost little more if the moved messages were read after an unread one', async () => {
    await unread()
    await sql`
      insert into read_bits select ${reader}, ${here}, chunk, case when chunk = 0 then set_bit(~0::bit(1024), 1, 0) else ~0::bit(1024) end
      from generate_series(0, (select last_hseq >> 10 from conversation_head where id = ${here})) chunk`.execute(
      database.db,
    )
    const before = await found()
    await move(1)
    const after = await found()
    expect(before.count).toBeGreaterThan(0)
    expect(after.count).toBe(before.count)
    expect(after.blocks).toBeLessThan(before.blocks + MOVED / 2)
  })

  test('cost at most a block more for each message of a move', async () => {
    await unread()
    const before = await found()
    await move(MOVED)
    const after = await found()
    expect(before.count).toBeGreaterThan(MOVED)
    expect(after.count).toBe(before.count)
    // Which moves they had is in the messages themselves.
    expect(after.blocks).toBeLessThan(before.blocks + MOVED)
  })

  test('cost a few blocks for each move of unread messages', async () => {
    await unread()
    const before = await found()
    await move(1)
    const after = await found()
    expect(after.count).toBe(before.count)
    expect(after.blocks).toBeLessThan(before.blocks + 7 * MOVED)
  })

  test('are found by lookups also while the statistics do not know of any moves', async () => {
    // Without what the moves of other tests left in the indexes.
    await sql`vacuum full message`.execute(database.db)
    await unread()
    const before = await found()
    await move(MOVED)
    const after = await found(false)
    expect(after.count).toBe(before.count)
    expect(whole.filter((name) => name.startsWith('message'))).toEqual([])
  })

  test('cost what is returned if most of them are left out', async () => {
    await sql`
      insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, sent_at, client, content, rendered)
      select last.id + n, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq + n, sent_at, client, content, rendered
      from (select max(id) as id from message) last, generate_series(1, 40000) n,
        (select * from message where home_conv = ${here} order by hseq desc limit 1) m`.execute(database.db)
    await unread()
    const usual = { ...unreadLimits }
    try {
      const all = await found()
      Object.assign(unreadLimits, { most: 500, enough: 550 })
      const newest = await found()
      expect(all.count).toBeGreaterThan(40_000)
      expect(newest.count).toBe(500)
      // What remains is mostly where the chunks begin and end.
      expect(newest.blocks).toBeLessThan(0.7 * all.blocks)
    } finally {
      Object.assign(unreadLimits, usual)
    }
  })
})
