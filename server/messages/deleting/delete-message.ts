import type { CallTx } from '../../kernel/transaction/tx.ts'
import { findChangeableMessage } from '../message-access.ts'
import { requireMayDelete } from './access.ts'
import { deleteMessages } from './delete-messages.ts'

export async function deleteMessage(tx: CallTx, id: number): Promise<void> {
  const message = await findChangeableMessage(tx.db, tx.actor, id)
  requireMayDelete(tx.actor, message, tx.now)
  await deleteMessages(tx, message, [message])
}
