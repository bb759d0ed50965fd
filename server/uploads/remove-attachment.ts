import { releaseFiles } from '../files/claim-files.ts'
import type { CallTx } from '../transaction/tx.ts'
import { findOwn } from './access.ts'
import { filesOf } from './attachment-files.ts'
import { deleteAttachment, spaceUsed } from './queries.ts'

/** Messages keep their links, which lead nowhere then. Returns the files that nothing needs any more. */
export async function removeAttachment(tx: CallTx, id: number): Promise<readonly string[]> {
  const row = await findOwn(tx.db, tx.actor, id)
  const files = filesOf(row)
  await deleteAttachment(tx.db, row)
  await releaseFiles(tx, files)
  tx.emit(
    {
      type: 'attachment',
      op: 'remove',
      attachment: { id: row.id },
      upload_space_used: await spaceUsed(tx.db, row.realm_id),
    },
    { to: 'users', ids: [row.owner_id] },
  )
  return files
}
