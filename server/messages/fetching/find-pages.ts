import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runCombined, runPlanned } from '../../kernel/db/planned.ts'
import { fatesOf, keptByFate } from '../../kernel/ledger/moves-sql.ts'
import { asksForUnread, byIds, hasAnyway, type MessageSource, type Page, type PageRequest } from './message-source.ts'

/** A message of a page. Null as the id says that the page may be short although there are more. */
interface FoundRow {
  readonly page: number
  readonly id: number | null
  /** It was moved several times, so the page does not know whether the person still has it. */
  readonly is_undecided: boolean | null
}

/** The ids of some pages, each in its order. Nearly always one statement. */
export async function findPages(db: Db, source: MessageSource, pages: readonly Page[]): Promise<number[][]> {
  const asked = pages.map((page, index) => ({ page, index })).filter(({ page }) => page.limit > 0)
  if (asked.length === 0) return pages.map(() => [])
  const { thorough, wanted } = source
  const parts = asked.flatMap(({ page, index }) => [
    selected(index, source.page(page)),
    ...(thorough && !asksForUnread(wanted, page)
      ? [sql`select ${sql.lit(index)}::int as page, null::bigint as id, null::boolean where ${thorough.isNeeded(page)}`]
      : []),
  ])
  const statement = sql<FoundRow>`${sql.join(parts, sql` union all `)}`
  // Unread messages are found by a large statement on little data.
  const isKept = wanted.isCommon && asked.every(({ page }) => asksForUnread(wanted, page))
  const { rows } = isKept ? await runCombined(db, statement) : await statement.execute(db)
  const found: number[][] = []
  for (const [index, page] of pages.entries()) {
    const own = rows.filter((row) => row.page === index)
    const first = own.filter(isMessage)
    const isShort = first.length < page.limit && own.length > first.length
    found.push(await complete(db, source, page, isShort ? await readThoroughly(db, source, page) : first))
  }
  return found
}

const isMessage = (row: FoundRow): row is FoundRow & { id: number } => row.id !== null

/** A place of its own for the moves, so that they are looked at only for the messages of the page. */
const selected = (index: number, page: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select ${sql.lit(index)}::int as page, p.id, case when p.move_id is not null then
    (select v.depth > 1 from move v where v.id = p.move_id) end as is_undecided from (${page}) p)`

async function readThoroughly(db: Db, { thorough }: MessageSource, page: Page): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`${selected(0, thorough!.page(page))}`.execute(db)
  return rows
}

/** Drops what the person lost by moves. If a full page loses some, the next messages are read. */
async function complete(db: Db, source: MessageSource, page: Page, rows: readonly FoundRow[]): Promise<number[]> {
  const sorted = rows.map((row) => row.id!).sort((a, b) => (page.order === 'asc' ? a - b : b - a))
  const undecided = rows.filter((row) => row.is_undecided).map((row) => row.id!)
  if (undecided.length === 0) return sorted
  const { wanted } = source
  if (!wanted.received && !asksForUnread(wanted, page)) return sorted
  const left = await lostByMoves(db, wanted, undecided, asksForUnread(wanted, page))
  const kept = sorted.filter((id) => !left.has(id))
  if (left.size === 0 || rows.length < page.limit) return kept
  const last = sorted.at(-1)!
  const more = { ...page, from: page.order === 'asc' ? last + 1 : last, limit: page.limit - kept.length }
  const [rest] = await findPages(db, source, [more])
  return [...kept, ...rest!]
}

async function lostByMoves(
  db: Db,
  wanted: PageRequest,
  ids: readonly number[],
  isUnread: boolean,
): Promise<Set<number>> {
  const { realmId, userId } = wanted
  if (userId === null) return new Set()
  const messages = sql`message m where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])`
  const statement = sql<{ id: number }>`
    with ${fatesOf(userId, sql`select distinct move_id from ${messages}`)}
    select m.id from fate e join ${sql`(select * from ${messages}) m`} on m.move_id = e.move_id
    where not ${keptByFate(userId)} and not ${hasAnyway(userId, isUnread)}`
  const { rows } = await runPlanned(db, isUnread ? 'unread-lost-by-moves' : 'lost-by-moves', statement)
  return new Set(rows.map((row) => row.id))
}

/** The ids around an anchor among the messages of a source, ascending. */
export async function idsAround(db: Db, source: MessageSource, { anchor, before, from }: Range): Promise<number[]> {
  const [older, newer] = await findPages(db, source, [
    { order: 'desc', from: anchor, limit: anchor === 0 ? 0 : before },
    { order: 'asc', from: anchor, limit: anchor >= NEWEST ? 0 : from },
  ])
  return [...older!.reverse(), ...newer!]
}

export interface Range {
  /** Ids below it, newest first, at most `before`. Then the ids from it on, at most `from`. */
  readonly anchor: number
  readonly before: number
  readonly from: number
}

/** Larger than any id. */
export const NEWEST = 10_000_000_000_000_000

/** Those of these ids that are among the messages of a source, ascending. */
export async function idsMatching(db: Db, source: MessageSource, ids: readonly number[]): Promise<number[]> {
  const { wanted } = source
  const among = (page: Page) => byIds(wanted, page, sql`unnest(${ids}::bigint[]) as x (id)`, sql`x.id`)
  const [found] = await findPages(db, { wanted, page: among }, [{ order: 'asc', from: 0, limit: ids.length }])
  return found!
}
