import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import type { Database, Db } from '../db/database.ts'
import { markLogs } from './log-marks.ts'
import { lastCompleteRowSql } from './log-row.ts'
import { RunningTime } from './running-time.ts'
import { SENT_KEY_SECONDS } from './sent-keys.ts'

const HOUR = 3_600
const DAY = 86_400
/** Always kept, for nodes that have fallen behind. */
const MIN_KEPT_SECONDS = HOUR
/** The limit for queues that never acknowledge anything. */
const KEPT_FOR_QUEUES = 8 * DAY
/** The limit for a reader that makes no progress. After that its rows are deleted, and an error is logged. */
const KEPT_FOR_READERS = 30 * DAY
/** The maximum number of rows that one statement and one transaction delete. */
export const MAX_DELETED_ROWS = 5_000
/** The maximum number of statements per pass. The next pass continues. */
const MAX_DELETIONS_PER_PASS = 200

/** The first row that the log of an organization still has. */
export interface LogFloor {
  readonly realmId: number
  readonly floor: number
}

/** Rows that were deleted although a reader had not read them. */
export interface LostRows {
  readonly realmId: number
  readonly purpose: string
  readonly from: number
  readonly to: number
}

interface Bounds {
  readonly realm_id: number
  readonly floor: number
  /** The first row that some queue may ask for. */
  readonly needed: number
  /** The first row that some reader has not read. */
  readonly unread: number
  /** The first rows that are younger than MIN_KEPT_SECONDS, KEPT_FOR_QUEUES and KEPT_FOR_READERS. */
  readonly recent: number
  readonly kept: number
  readonly limit: number
}

/**
 * Deletes old log rows. A row is kept for an hour. After that it is kept while a live queue has not acknowledged it, up
 * to 8 days, and while a reader has not read it, up to 30 days. All limits count running time. Stored acknowledgements
 * may be older than those in memory but never newer, so no row that a queue needs is deleted.
 */
export class LogTrimmer {
  readonly #db: Db
  readonly #clock: Clock
  readonly #time: RunningTime
  readonly #onLost: (lost: LostRows) => void

  constructor({ db }: Database, clock: Clock, onLost: (lost: LostRows) => void) {
    this.#db = db
    this.#clock = clock
    this.#time = new RunningTime(clock)
    this.#onLost = onLost
  }

  async trim(): Promise<LogFloor[]> {
    const ran = await this.#time.advance(this.#db)
    await markLogs(this.#db, ran, ran - KEPT_FOR_READERS)
    const { rows } = await boundsQuery(ran).execute(this.#db)
    const floors: LogFloor[] = []
    let pieces = MAX_DELETIONS_PER_PASS
    for (const bounds of rows) {
      const target = targetOf(bounds)
      if (target > bounds.unread) await this.#skipUnread(bounds.realm_id, target - 1)
      let { floor } = bounds
      for (; floor < target && pieces > 0; pieces -= 1) {
        const end = Math.min(floor + MAX_DELETED_ROWS, target)
        await deletePiece(this.#db, bounds.realm_id, floor, end)
        floor = end
      }
      floors.push({ realmId: bounds.realm_id, floor })
    }
    await forgetKeys(this.#db, ran, seconds(this.#clock))
    return floors
  }

  async #skipUnread(realmId: number, to: number): Promise<void> {
    const { rows } = await sql<{ purpose: string; from: number }>`
      with behind as (
        select purpose, seq from log_cursor where realm_id = ${realmId} and seq < ${to} for update
      ), moved as (
        update log_cursor c set seq = ${to} from behind b where c.realm_id = ${realmId} and c.purpose = b.purpose
      )
      select purpose, seq + 1 as "from" from behind`.execute(this.#db)
    for (const { purpose, from } of rows) this.#onLost({ realmId, purpose, from, to })
  }
}

function targetOf({ needed, unread, recent, kept, limit }: Bounds): number {
  const forQueues = Math.max(kept, Math.min(needed, recent))
  return Math.max(limit, Math.min(forQueues, unread))
}

/** The first row after the newest mark of at least this age. Without such a mark no row is that old. */
const younger = (age: number, ran: number) => sql<number>`coalesce((
  select m.seq + 1 from log_mark m where m.realm_id = l.realm_id and m.ran <= ${ran - age} order by m.ran desc limit 1
), l.floor)`

/** All bounds of all logs. Uses primary keys and the index on the queues of an organization. */
export const boundsQuery = (ran: number) => sql<Bounds>`
  select l.realm_id, l.floor,
    coalesce((
      select min(greatest(q.registered_seq, ${sql.raw(lastCompleteRowSql('q.acked'))})) + 1
      from event_queue q where q.realm_id = l.realm_id
    ), l.seq + 1) as needed,
    coalesce((select min(c.seq) + 1 from log_cursor c where c.realm_id = l.realm_id), l.seq + 1) as unread,
    ${younger(MIN_KEPT_SECONDS, ran)} as recent,
    ${younger(KEPT_FOR_QUEUES, ran)} as kept,
    ${younger(KEPT_FOR_READERS, ran)} as "limit"
  from realm_log l`

export const pieceQuery = (realmId: number, from: number, end: number) =>
  sql`delete from event_log where realm_id = ${realmId} and seq >= ${from} and seq < ${end}`

/** Updates the floor last: it is in the row that serves as the lane's lock, which is then held only for the commit. */
async function deletePiece(db: Db, realmId: number, from: number, end: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await pieceQuery(realmId, from, end).execute(trx)
    await sql`update realm_log set floor = ${end} where realm_id = ${realmId} and floor < ${end}`.execute(trx)
  })
}

/** Only keys that are a day old both by wall clock and by running time: a clock that jumps ahead deletes none. */
export const keysQuery = (ran: number, now: number) => sql`
  with old as (
    select l.realm_id, m.message_id from realm_log l cross join lateral (
      select message_id from log_mark m
      where m.realm_id = l.realm_id and m.ran <= ${ran - SENT_KEY_SECONDS} order by m.ran desc limit 1) m
  ), gone as (
    select k.user_id, k.key from sent_key k join account a on a.id = k.user_id join old on old.realm_id = a.realm_id
    where k.at < ${now - SENT_KEY_SECONDS} and k.message_id <= old.message_id
    order by k.at limit ${MAX_DELETED_ROWS}
  )
  delete from sent_key k using gone where k.user_id = gone.user_id and k.key = gone.key`

async function forgetKeys(db: Db, ran: number, now: number): Promise<void> {
  for (let piece = 0; piece < MAX_DELETIONS_PER_PASS; piece += 1) {
    const { numAffectedRows = 0n } = await keysQuery(ran, now).execute(db)
    if (numAffectedRows < BigInt(MAX_DELETED_ROWS)) return
  }
}
