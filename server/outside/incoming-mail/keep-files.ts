import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { addressOfAttachment, pathOfAttachment } from '../../kernel/attachments/present.ts'
import type { AttachmentRow } from '../../kernel/attachments/queries.ts'
import type { Context } from '../../kernel/context.ts'
import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import { keepUpload } from '../../messages/uploads/keep-upload.ts'
import { removeAttachments } from '../../messages/uploads/remove-attachment.ts'
import { MIB } from '../../messages/uploads/upload-limits.ts'
import type { MessageFile } from './compose-message.ts'
import type { MailFile } from './reading/read-mail.ts'

/** The files of a mail as uploads of the account that sends the message. */
export interface KeptFiles {
  readonly rows: readonly AttachmentRow[]
  readonly shown: readonly MessageFile[]
}

/** A file that the server does not keep is named in the message. */
export async function keepFiles(context: Context, sender: Actor, files: readonly MailFile[]): Promise<KeptFiles> {
  const rows: AttachmentRow[] = []
  const shown: MessageFile[] = []
  try {
    for (const file of files) {
      const kept = await keepFile(context, sender, file)
      shown.push(typeof kept === 'string' ? { name: file.name, problem: kept } : shownAs(kept))
      if (typeof kept !== 'string') rows.push(kept)
    }
  } catch (error) {
    await dropFiles(context, sender, rows)
    throw error
  }
  return { rows, shown }
}

const shownAs = (row: AttachmentRow): MessageFile => ({ name: row.name, address: addressOfAttachment(row) })

export const pathsOf = ({ rows }: KeptFiles): string[] => rows.map(pathOfAttachment)

/** The upload, or why there is none. */
async function keepFile(context: Context, sender: Actor, { name, bytes }: MailFile): Promise<AttachmentRow | string> {
  const { config, files } = context
  const realmId = sender.realm.id
  if (bytes.length > config.maxFileUploadSizeMib * MIB)
    return `larger than the ${config.maxFileUploadSizeMib} MiB that this server keeps`
  const keeper = {
    files,
    quotaMib: config.uploadQuotaMib,
    realmId,
    transact: <T>(work: Parameters<typeof context.transactAs<T>>[2]) =>
      context.transactAs(sender, ['attachment'], work),
  }
  const saved = await files.save(realmId, fileName(realmId, 'original', newFileToken()), [bytes])
  try {
    return await keepUpload(keeper, saved, name)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'REALM_UPLOAD_QUOTA') return 'no space is left for uploads'
    throw error
  } finally {
    // Only if nothing has claimed it.
    await files.discard([saved.name])
  }
}

/** Removes uploads that no message came to link. What fails is removed with other unused uploads. */
export async function dropFiles(
  { transact, files, logger }: Context,
  sender: Actor,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return
  try {
    await files.discard(await transact(sender.realm.id, (tx) => removeAttachments(tx, rows)))
  } catch (err) {
    logger.warn({ err }, 'could not remove the attachments of a mail that became no message')
  }
}
