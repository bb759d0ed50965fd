import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findUnsent } from './access.ts'
import { deleteScheduled } from './queries.ts'

/** Its job finds nothing later and does nothing. */
export async function deleteScheduledMessage(tx: CallTx, id: number): Promise<void> {
  const row = await findUnsent(tx.db, tx.actor, id)
  await deleteScheduled(tx.db, row)
  tx.emit(
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
    { to: 'users', ids: [row.user_id] },
  )
}
