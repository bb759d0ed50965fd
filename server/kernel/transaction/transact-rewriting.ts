import { sql, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import { Busy } from '../base/busy.ts'
import { seconds } from '../base/clock.ts'
import type { Tables } from '../db/tables.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { commit, idleLimit, takeLane } from './commit.ts'
import type { TransactionTools, TransactOptions } from './open-transaction.ts'
import { lockConversations, MovedAway, positionNow, type RewritePlan } from './rewriting.ts'
import type { Tx } from './tx.ts'

/** How often a transaction starts again because its messages were moved away. */
const MAX_STARTS = 5

/** Runs a transaction that locks conversations and prepares before it takes the lane. */
export async function transactRewriting<T, Prepared>(
  tools: TransactionTools,
  live: LiveRealm,
  options: TransactOptions & { readonly actor?: () => Actor },
  rewriting: RewritePlan<Prepared>,
  work: (tx: Tx, prepared: Prepared | undefined) => Promise<T>,
): Promise<T> {
  const { userId } = options.origin
  const { db } = userId === null ? tools.database : tools.database.caller(userId)
  for (let start = 1; ; start += 1) {
    const ids = await rewriting.conversations(db)
    const key = `${live.realmId} ${[...new Set(ids)].sort((a, b) => a - b).join()}`
    try {
      return await tools.database.rewrites.take(key, () => rewriteOnce(tools, live, options, rewriting, ids, work))
    } catch (error) {
      if (!(error instanceof MovedAway)) throw error
      if (start === MAX_STARTS) throw new Busy('late')
    }
  }
}

async function rewriteOnce<T, Prepared>(
  tools: TransactionTools,
  live: LiveRealm,
  options: TransactOptions & { readonly actor?: () => Actor },
  rewriting: RewritePlan<Prepared>,
  ids: readonly number[],
  work: (tx: Tx, prepared: Prepared | undefined) => Promise<T>,
): Promise<T> {
  const client = await tools.database.atHand.take()
  const lane = new HeldLane(live)
  let prepared: Prepared | undefined
  const begin = async (trx: Transaction<Tables>) => {
    await lockConversations(trx, ids, idleLimit(IDLE_BEFORE_LANE))
    const now = await rewriting.conversations(trx)
    if (now.some((id) => !ids.includes(id))) throw new MovedAway()
    prepared = await prepare(tools, live, options, rewriting, trx)
    await lane.enter()
    await takeLane(trx, live, tools.database.limits.lane.idle)
  }
  const inside = async (tx: Tx): Promise<T> => {
    if (prepared === undefined || !rewriting.refresh) return work(tx, prepared)
    const refreshed = await rewriting.refresh(tx, prepared)
    if (refreshed === undefined) await sql`rollback to savepoint prepared`.execute(tx.db)
    return work(tx, refreshed)
  }
  try {
    const value = await commit(tools, live, options, client, begin, inside)
    lane.leave()
    return value
  } catch (error) {
    lane.leave(error)
    throw error
  }
}

/** Longer than a change may wait for the lane. Meanwhile only changes of the same conversations wait for this one. */
const IDLE_BEFORE_LANE = 15_000

/** Undefined if nothing was prepared. */
async function prepare<Prepared>(
  tools: TransactionTools,
  live: LiveRealm,
  { actor }: { readonly actor?: () => Actor },
  rewriting: RewritePlan<Prepared>,
  trx: Transaction<Tables>,
): Promise<Prepared | undefined> {
  if (!rewriting.prepare) return undefined
  const nextSeq = (await positionNow(trx, live.realmId)) + 1
  await sql`savepoint prepared`.execute(trx)
  const { state: realm } = live
  try {
    const caller = actor ? { actor: actor() } : {}
    return await rewriting.prepare({ db: trx, realm, now: seconds(tools.clock), nextSeq, ...caller })
  } catch {
    // The lane decides, by memory of exactly its position. If the connection was lost, this fails too.
    await sql`rollback to savepoint prepared`.execute(trx)
    return undefined
  }
}

/** The place of a transaction in the lane, which it enters in the middle and leaves after its commit. */
class HeldLane {
  readonly #live: LiveRealm
  #leave: ((error?: unknown) => void) | undefined

  constructor(live: LiveRealm) {
    this.#live = live
  }

  enter(): Promise<void> {
    return new Promise((resolve, reject) => {
      const held = () =>
        new Promise<void>((done, fail) => {
          this.#leave = (error) => (error === undefined ? done() : fail(error))
          resolve()
        })
      this.#live.lane.exclusive(held).catch(reject)
    })
  }

  /** With the error that ended the transaction, because the lane refuses others if the database is silent. */
  leave(error?: unknown): void {
    this.#leave?.(error)
  }
}
