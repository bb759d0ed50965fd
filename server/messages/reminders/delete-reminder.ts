import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findReminder } from './access.ts'
import { deleteReminderRow } from './queries.ts'

/** Its job finds nothing later and does nothing. */
export async function deleteReminder(tx: CallTx, id: number): Promise<void> {
  const row = await findReminder(tx.db, tx.actor, id)
  await deleteReminderRow(tx.db, row)
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: row.id }, { to: 'users', ids: [row.user_id] })
}
