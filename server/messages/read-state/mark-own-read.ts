import type { CallTx } from '../../kernel/transaction/tx.ts'
import { FLAG_KINDS } from './flags-batch.ts'
import { loadTargets } from './queries.ts'

/** Marks unread messages of the caller as read, as part of a larger change. */
export async function markOwnRead(tx: CallTx, ids: readonly number[]): Promise<void> {
  const { realm, user } = tx.actor
  const targets = await loadTargets(tx.db, realm.id, user.id, ids)
  const change = { realm, userId: user.id, wanted: ids, readAt: realm.seq }
  await tx.runBatch(FLAG_KINDS.read.add, change, () => ({ userId: user.id, targets, ignoredChannels: [] }))
}
