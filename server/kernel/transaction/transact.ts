import type { LiveRealm } from '../realm-state/live-realm.ts'
import { commit, takeLane } from './commit.ts'
import type { TransactionTools, TransactOptions } from './open-transaction.ts'
import type { Tx } from './tx.ts'

/** Runs one transaction alone on an organization's lane. */
export function transact<T>(
  tools: TransactionTools,
  live: LiveRealm,
  options: TransactOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return live.lane.exclusive(async () => {
    const client = await tools.database.atHand.take()
    return commit(tools, live, options, client, (trx) => takeLane(trx, live), work)
  })
}
