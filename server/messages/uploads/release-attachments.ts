import type { Attachment } from '../../../api/objects/attachment.ts'
import { presentAttachment } from '../../kernel/attachments/present.ts'
import { linkedFrom, linkToMessage, markUnused, unlinkFromMessage } from '../../kernel/attachments/queries.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { claimable } from './claim-attachments.ts'
import { emitToOwners } from './emit-to-owners.ts'

/**
 * After an edit, a message shares the files that its new text links to, and no others. Returns the editor's files that
 * no message links to any more because of the edit.
 */
export async function replaceAttachments(
  tx: CallTx,
  messageId: number,
  paths: readonly string[],
): Promise<Attachment[]> {
  const { db, realm, actor } = tx
  const before = new Set(await linkedFrom(db, realm.id, [messageId]))
  const after = new Set(await claimable(tx, actor, paths))
  const added = [...after].filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !after.has(id))
  if (added.length + removed.length === 0) return []
  if (added.length > 0) await linkToMessage(db, realm.id, messageId, added)
  if (removed.length > 0) {
    await unlinkFromMessage(db, realm.id, messageId, removed)
    await markUnused(db, realm.id, removed, tx.now)
  }
  const changed = await emitToOwners(tx, [...added, ...removed])
  return changed
    .filter((file) => file.message_ids.length === 0 && file.owner_id === actor.user.id)
    .map(presentAttachment)
}

/** Callers pass the files that deleted messages linked to. */
export async function releaseAttachments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await markUnused(tx.db, tx.realm.id, ids, tx.now)
  await emitToOwners(tx, ids)
}
