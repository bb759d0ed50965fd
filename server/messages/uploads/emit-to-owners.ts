import { presentAttachment } from '../../kernel/attachments/present.ts'
import { type LinkedAttachment, loadLinked, spaceUsed } from '../../kernel/attachments/queries.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'

/** Tells the owners of these files which messages link to them now. Returns the files. */
export async function emitToOwners(tx: Tx, ids: readonly number[]): Promise<LinkedAttachment[]> {
  const realmId = tx.realm.id
  const used = await spaceUsed(tx.db, realmId)
  const files = await loadLinked(tx.db, realmId, ids)
  for (const row of files)
    tx.emit(
      { type: 'attachment', op: 'update', attachment: presentAttachment(row), upload_space_used: used },
      { to: 'users', ids: [row.owner_id] },
    )
  return files
}
