import { presentAttachment } from '../../kernel/attachments/present.ts'
import { type AttachmentRow, insertAttachment, spaceUsed } from '../../kernel/attachments/queries.ts'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { ExaminedFile } from './attachment-files.ts'
import { requireSpace } from './upload-limits.ts'

export interface NewAttachment {
  readonly token: string
  readonly name: string
  readonly file: SavedFile
  readonly examined: ExaminedFile
  /** Null: no limit. */
  readonly quotaMib: number | null
}

/** Keeps an upload. Nobody but its owner can read it before a message links to it. */
export async function addAttachment(
  tx: CallTx,
  { token, name, file, examined, quotaMib }: NewAttachment,
): Promise<AttachmentRow> {
  const { realm, user } = tx.actor
  const used = (await spaceUsed(tx.db, realm.id)) + file.size
  requireSpace(used, quotaMib)
  await claimFiles(tx, [file, ...examined.thumbnails])
  const row = await insertAttachment(tx.db, {
    realm_id: realm.id,
    owner_id: user.id,
    token,
    name,
    content_type: examined.contentType,
    size: file.size,
    width: examined.width,
    height: examined.height,
    is_animated: examined.isAnimated,
    created_at: tx.now,
    unused_since: tx.now,
  })
  const attachment = presentAttachment({ ...row, message_ids: [] })
  tx.emit({ type: 'attachment', op: 'add', attachment, upload_space_used: used }, { to: 'users', ids: [user.id] })
  return row
}
