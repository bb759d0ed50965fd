import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../../api/errors.ts'
import { Busy } from '../base/busy.ts'
import { databaseOn } from '../db/query-builder.ts'
import type { Tables } from '../db/tables.ts'
import { isDefiniteFailure } from '../log/database-failure.ts'
import { readThrough } from '../log/follower.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { insertAuditEntries } from './audit.ts'
import { OpenTransaction, type TransactionTools, type TransactOptions } from './open-transaction.ts'
import { MovedAway } from './rewriting.ts'
import type { Tx } from './tx.ts'

/** Begins, runs the work, writes the log and commits. Then memory applies the rows. */
export async function commit<T>(
  tools: TransactionTools,
  live: LiveRealm,
  { origin, onEmit }: TransactOptions,
  client: pg.PoolClient,
  begin: (trx: Transaction<Tables>) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { atHand } = tools.database
  let isWritten = false
  const run = async (trx: Transaction<Tables>) => {
    await begin(trx)
    const tx = new OpenTransaction(tools, client, trx, live.state.overlay(), onEmit)
    const value = await work(tx)
    await insertAuditEntries(trx, live.realmId, tx.now, origin, tx.audited)
    await tx.finish()
    isWritten = true
    return { value, rows: tx.rows }
  }
  // After a lost connection the rollback fails too, and its error would hide the cause.
  let cause: unknown
  const note = (error: unknown): never => {
    cause = error
    throw error
  }
  let committed: Awaited<ReturnType<typeof run>>
  try {
    committed = await databaseOn(client)
      .transaction()
      .execute((trx) => run(trx).catch(note))
  } catch (thrown) {
    const error = cause ?? thrown
    // After a refusal the transaction was rolled back. After anything else the connection may be in any state.
    const isRefusal = error instanceof ApiError || error instanceof MovedAway || error instanceof Busy
    const isRolledBack = thrown === error && (isRefusal || isDefiniteFailure(error))
    if (isRolledBack) atHand.giveBack(client)
    else client.release(true)
    if (isWritten && !isDefiniteFailure(error)) live.markUncertain()
    throw error
  }
  atHand.giveBack(client)
  await live.apply(committed.rows)
  return committed.value
}

/** Locks the organization's counter and brings memory to the same position. */
export async function takeLane(trx: Transaction<Tables>, live: LiveRealm, idle?: number): Promise<void> {
  const { seq } = await trx
    .selectFrom('realm_log')
    .select(idle === undefined ? ['seq'] : ['seq', idleLimit(idle).as('idle')])
    .where('realm_id', '=', live.realmId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (seq !== live.seq) await live.catchUp(readThrough(trx))
}

/** How long the transaction may be idle, as an expression that sets it. Milliseconds. */
export const idleLimit = (milliseconds: number) =>
  sql<string>`set_config('idle_in_transaction_session_timeout', ${String(milliseconds)}, true)`
