import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import { logInsert } from './append-log.ts'
import type { Audience } from './audience.ts'
import { isDefiniteFailure } from './database-failure.ts'
import { type Follower, readThrough } from './follower.ts'
import type { Lane } from './lane.ts'
import type { EventData, LogPayload, LogRow } from './log-row.ts'

/**
 * The only handle through which an action writes. It holds the lane from its first statement, so memory is exactly at
 * the position before it; what it emits is in the log if and only if it commits.
 */
export interface Tx {
  readonly db: Transaction<Tables>
  readonly realmId: number
  /** Seconds. */
  readonly now: number
  /** The position that the next emitted row will have: where membership intervals open and close. */
  readonly nextSeq: number
  /** An event for clients, and what memory must change with it. */
  emit(event: EventData, audience: Audience, state?: readonly StateChange[]): void
  /** A change that no client may see but that memory follows. */
  record(state: readonly StateChange[]): void
}

export async function transact<T>(
  { database, lane, follower, clock }: { database: Database; lane: Lane; follower: Follower; clock: Clock },
  work: (tx: Tx) => Promise<T>,
  onEmit: (event: EventData) => void = () => {},
): Promise<T> {
  return lane.exclusive(async () => {
    let isWritten = false
    const transaction = async (trx: Transaction<Tables>) => {
      const start = await takeLane(trx, follower)
      const rows: LogRow[] = []
      const append = (audience: Audience, payload: LogPayload) =>
        rows.push({ seq: start + rows.length + 1, audience, payload })
      const value = await work({
        db: trx,
        realmId: follower.realmId,
        now: seconds(clock),
        get nextSeq() {
          return start + rows.length + 1
        },
        emit(event, audience, state) {
          onEmit(event)
          append(audience, state ? { event, state } : { event })
        },
        record(state) {
          append({ to: 'nobody' }, { state })
        },
      })
      await appendRows(trx, follower.realmId, rows, seconds(clock))
      isWritten = true
      return { value, rows }
    }
    let cause: unknown
    const note = (error: unknown): never => {
      cause = error
      throw error
    }
    const committing = database.laneDb.transaction().execute((trx) => transaction(trx).catch(note))
    const { value, rows } = await committing.catch((error) => {
      if (isWritten && !isDefiniteFailure(error)) follower.doubt()
      // On a lost connection the rollback fails too, and its error would hide the cause.
      throw cause ?? error
    })
    await follower.apply(rows)
    return value
  })
}

/** Locks the organization's counter and brings memory to it. */
async function takeLane(trx: Transaction<Tables>, follower: Follower): Promise<number> {
  const { seq } = await trx
    .selectFrom('realm_log')
    .select('seq')
    .where('realm_id', '=', follower.realmId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (seq !== follower.seq) await follower.catchUp(readThrough(trx))
  return seq
}

async function appendRows(
  trx: Transaction<Tables>,
  realmId: number,
  rows: readonly LogRow[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  await sql`update realm_log set seq = seq + ${rows.length} where realm_id = ${realmId}`.execute(trx)
  const { text, values } = logInsert(realmId, now, rows)
  await trx.executeQuery(CompiledQuery.raw(text, values))
}
