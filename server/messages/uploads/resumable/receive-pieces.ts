import { badRequest } from '../../../../api/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fileName, newFileToken } from '../../../kernel/files/file-name.ts'
import type { Files } from '../../../kernel/files/files.ts'
import { MIB } from '../upload-limits.ts'
import { Pieces } from './pieces.ts'
import { addPiece, type ResumableRow } from './queries.ts'

/** At most this is lost when the server stops in the middle. */
const PIECE_BYTES = 8 * MIB
/** Of one upload. A client that sends less than 100 KB at a time needs more for a large file. */
const MAX_PIECES = 1_000

interface PieceStore {
  readonly db: Db
  readonly files: Files
}

/**
 * Stores the bytes of a request in pieces, each of which counts as soon as it is stored. Returns the new offset, or null
 * if another request has written meanwhile.
 */
export async function receivePieces(
  { db, files }: PieceStore,
  upload: ResumableRow,
  body: AsyncIterable<Buffer>,
): Promise<number | null> {
  const { realm_id: realmId, size } = upload
  const arriving = new Pieces(body)
  let offset = upload.received
  for (let count = upload.pieces.length; await arriving.hasMore(); count += 1) {
    if (offset === size) throw badRequest('The body is longer than the upload')
    if (count >= MAX_PIECES) throw badRequest(`Too many pieces (limit: ${MAX_PIECES}): send more at a time`)
    const name = fileName(realmId, 'part', newFileToken())
    const saved = await files.save(realmId, name, arriving.take(Math.min(PIECE_BYTES, size - offset)))
    if (!(await addPiece(db, upload, { name, size: saved.size, offset }))) {
      await files.discard([name])
      return null
    }
    offset += saved.size
  }
  return offset
}
