import { badRequest } from '../../../../api/errors.ts'
import { spaceUsed } from '../../../kernel/attachments/queries.ts'
import { newFileToken } from '../../../kernel/files/file-name.ts'
import type { CallTx } from '../../../kernel/transaction/tx.ts'
import { requireSpace } from '../upload-limits.ts'
import { countOpen, insertResumable, type ResumableRow } from './queries.ts'

/** Shorter than the day for which the pieces are kept. */
const VALID_SECONDS = 23 * 3_600
const MAX_OPEN_UPLOADS = 20

interface UploadRequest {
  readonly filename: string
  readonly size: number
  /** Null: no limit. */
  readonly quotaMib: number | null
}

/** Begins an upload. Unfinished uploads count against the quota as if they were complete. */
export async function createUpload(tx: CallTx, { filename, size, quotaMib }: UploadRequest): Promise<ResumableRow> {
  const { realm, user } = tx.actor
  const open = await countOpen(tx.db, realm.id, user.id, tx.now)
  if (open.own >= MAX_OPEN_UPLOADS)
    throw badRequest(`You have too many unfinished uploads (limit: ${MAX_OPEN_UPLOADS})`)
  requireSpace((await spaceUsed(tx.db, realm.id)) + open.bytes + size, quotaMib)
  return insertResumable(tx.db, {
    token: newFileToken(),
    realm_id: realm.id,
    owner_id: user.id,
    filename,
    size,
    expires_at: tx.now + VALID_SECONDS,
  })
}
