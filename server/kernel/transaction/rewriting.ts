import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Tx } from './tx.ts'

/**
 * A change of existing messages. It locks their conversations before the lane, so nothing else changes them meanwhile,
 * and most of its work can be done while others use the lane. Sends do not take these locks.
 */
export interface RewritePlan<Prepared = undefined, Inside extends Tx = Tx> {
  /** Whose messages it changes. Called again when they are locked: a message may have been moved before. */
  conversations(db: Db): Promise<readonly number[]>
  /**
   * Runs before the lane. It decides by memory that may change until then. It may write rows of messages, of their moves
   * and of topic edits, which only holders of the lock write, and no others: who holds the lane would wait for them. If
   * it throws or returns nothing, everything is done inside the lane.
   */
  prepare?(preparing: PreparationContext): Promise<Prepared | undefined>
  /**
   * Called inside the lane: adds what has come since. Undefined if something that mattered has changed; then everything
   * that was prepared is undone.
   */
  refresh?(tx: Inside, prepared: Prepared): Promise<Prepared | undefined>
}

export interface PreparationContext {
  readonly db: Transaction<Tables>
  readonly realm: RealmState
  /** The caller. Absent if the server itself acts. */
  readonly actor?: Actor
  /** Seconds. */
  readonly now: number
  /**
   * Later than every position at which a message of the conversations was changed, and not later than the position of
   * this change.
   */
  readonly nextSeq: number
}

/** The same for transactions that have less than it needs. */
export function rewritingInside<Prepared, Inside extends Tx>(
  { refresh, ...rest }: RewritePlan<Prepared, Inside>,
  inside: (tx: Tx) => Inside,
): RewritePlan<Prepared> {
  return refresh ? { ...rest, refresh: (tx, prepared) => refresh(inside(tx), prepared) } : rest
}

/** Separates these locks from other advisory locks, which have one key. */
export const CONVERSATION_LOCKS = 8_273_001

/** Locks conversations until the end of the transaction, always in the same order. `first` is run before. */
export async function lockConversations(
  trx: Transaction<Tables>,
  ids: readonly number[],
  first: RawBuilder<unknown>,
): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  const locks = sorted.map((id) => sql`, pg_advisory_xact_lock(${CONVERSATION_LOCKS}::int, ${id}::int)`)
  await sql`select ${first}${sql.join(locks, sql``)}`.execute(trx)
}

/** The newest position of the log, without the lane. */
export async function positionNow(trx: Transaction<Tables>, realmId: number): Promise<number> {
  const { seq } = await trx
    .selectFrom('realm_log')
    .select('seq')
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return seq
}

/** The conversations were locked, but one of the messages was moved to another one before. */
export class MovedAway extends Error {
  constructor() {
    super('a message was moved while its conversation was locked')
  }
}
