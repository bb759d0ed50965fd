import { safeName, shownName } from '../../kernel/attachments/file-path.ts'
import type { AttachmentRow } from '../../kernel/attachments/queries.ts'
import { splitFileName } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { Files } from '../../kernel/files/files.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { addAttachment } from './add-attachment.ts'
import { examine } from './attachment-files.ts'

interface UploadKeeper {
  readonly files: Files
  /** Null: no limit. */
  readonly quotaMib: number | null
  readonly realmId: number
  transact<T>(work: (tx: CallTx) => Promise<T>): Promise<T>
}

/** Makes an attachment of a complete upload, with its thumbnails. `also` runs in the same transaction. */
export async function keepUpload(
  { files, quotaMib, realmId, transact }: UploadKeeper,
  file: SavedFile,
  filename: string,
  also: (tx: CallTx, row: AttachmentRow) => Promise<void> = async () => {},
): Promise<AttachmentRow> {
  const token = splitFileName(file.name).file
  const name = shownName(filename)
  const examined = await examine(files, { realm_id: realmId, token }, file, safeName(filename))
  try {
    return await transact(async (tx) => {
      const row = await addAttachment(tx, { token, name, file, examined, quotaMib })
      await also(tx, row)
      return row
    })
  } catch (error) {
    await files.discard(examined.thumbnails.map((one) => one.name))
    throw error
  }
}
