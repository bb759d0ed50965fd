import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts'
import { bareOrganization } from '../../operations/populate/testing.ts'
import { WAY_BEFORE } from './moves-sql.ts'

/** A person was in a conversation after `from`, up to and with `to`. */
interface Stay {
  readonly conv: number
  readonly from: number
  readonly to: number | null
}

interface Step {
  readonly conv: number
  readonly gains: boolean
}

const CONVERSATIONS = 3
/** Between two moves there is room for somebody to leave and come back. */
const positionOf = (index: number): number => (index + 1) * 10
const [NOTHING, AS_RECEIVED, EVERYTHING] = [0, 1, 2]

let database: TestDatabase
let realmId: number
let person: number
let conversations: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  realmId = await bareOrganization(database.db)
  const people = await sql<{ id: number }>`select min(id) as id from account`.execute(database.db)
  person = people.rows[0]!.id
  const made = await sql<{ id: number }>`
    insert into conversation (realm_id) select ${realmId} from generate_series(1, ${CONVERSATIONS}::int) returning id`.execute(
    database.db,
  )
  conversations = made.rows.map(({ id }) => id)
})
afterAll(() => database.close())

const someConversation = fc.nat({ max: CONVERSATIONS - 1 })
/** The stays of a person in one conversation do not overlap. */
const staysIn = (conv: number): fc.Arbitrary<Stay[]> =>
  fc.uniqueArray(fc.nat({ max: 120 }), { maxLength: 5 }).map((places) => {
    const turns = places.toSorted((a, b) => a - b)
    return turns.flatMap((from, index) => (index % 2 === 0 ? [{ conv, from, to: turns[index + 1] ?? null }] : []))
  })
const someStays = fc
  .tuple(...Array.from({ length: CONVERSATIONS }, (_, conv) => staysIn(conv)))
  .map((all) => all.flat())
const someSteps = fc.array(
  fc.record({ conv: someConversation, gains: fc.integer({ min: 0, max: 5 }).map((n) => n === 0) }),
  { minLength: 1, maxLength: 10 },
)

test('what a person has after any moves is what they have after each of them in turn', async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, someStays, async (steps, stays) => {
      const fates = await fatesInDatabase(steps, stays)
      expect(fates).toEqual(steps.map((_, index) => fateAfter(steps.slice(0, index + 1), stays)))
    }),
    { numRuns: 300 },
  )
})

function fateAfter(steps: readonly Step[], stays: readonly Stay[]): number {
  return steps.reduce((fate, { conv, gains }, index) => {
    const at = positionOf(index)
    const isThere = stays.some((stay) => stay.conv === conv && stay.from < at && (stay.to === null || at <= stay.to))
    if (!isThere) return NOTHING
    return gains ? EVERYTHING : fate
  }, AS_RECEIVED)
}

async function fatesInDatabase(steps: readonly Step[], stays: readonly Stay[]): Promise<number[]> {
  await sql`delete from move`.execute(database.db)
  await sql`delete from member where user_id = ${person}`.execute(database.db)
  for (const { conv, from, to } of stays)
    await sql`insert into member (user_id, conv_id, from_hseq, to_hseq, from_seq, to_seq)
      values (${person}, ${conversations[conv]}, ${from}, ${to}, ${from}, ${to})`.execute(database.db)
  let last: number | null = null
  const ids: number[] = []
  for (const [index, { conv, gains }] of steps.entries()) {
    const added: { rows: { id: number }[] } = await sql<{ id: number }>`
      insert into move (realm_id, to_conv, at_seq, gains, prev, depth, passed_convs, passed_first, passed_last, passed_gains)
      select ${realmId}, ${conversations[conv]}, ${positionOf(index)}, ${gains}, p.id, ${index + 1}, w.*
      from (select) one left join move p on p.id = ${last} cross join lateral (${sql.raw(WAY_BEFORE)}) w
      returning id`.execute(database.db)
    last = added.rows[0]!.id
    ids.push(last)
  }
  const { rows } = await sql<{ fate: number }>`
    select fate_of_move(${person}, id) as fate from unnest(${ids}::bigint[]) with ordinality as t (id, place)
    order by place`.execute(database.db)
  return rows.map(({ fate }) => fate)
}
