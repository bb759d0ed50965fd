import { type AttachmentRow, deleteAttachments, spaceUsed } from '../../kernel/attachments/queries.ts'
import { releaseFiles } from '../../kernel/files/claim-files.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { findOwn } from './access.ts'
import { filesOf } from './attachment-files.ts'

/** Messages keep their links, which lead nowhere then. Returns the files that nothing needs any more. */
export async function removeAttachment(tx: CallTx, id: number): Promise<readonly string[]> {
  return removeAttachments(tx, [await findOwn(tx.db, tx.actor, id)])
}

/** Removes these attachments and tells their owners. Returns the files that nothing needs any more. */
export async function removeAttachments(tx: Tx, rows: readonly AttachmentRow[]): Promise<readonly string[]> {
  const realmId = tx.realm.id
  const files = rows.flatMap(filesOf)
  await deleteAttachments(
    tx.db,
    realmId,
    rows.map(({ id }) => id),
  )
  await releaseFiles(tx, files)
  const used = await spaceUsed(tx.db, realmId)
  for (const { id, owner_id: owner } of rows)
    tx.emit(
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: used },
      { to: 'users', ids: [owner] },
    )
  return files
}
