import type { RenderContext, Upload } from '../../../markdown/context.ts'
import type { Db } from '../db/database.ts'
import { isTranscoded, TRANSCODED_FORMAT } from '../files/thumbnail-formats.ts'
import { readPath } from './file-path.ts'
import { addressOfAttachment } from './present.ts'
import { type AttachmentRow, attachmentsByTokens } from './queries.ts'

export type FindUpload = RenderContext['upload']

/** What rendering needs to know of the files at these addresses, `/user_uploads/…`. */
export async function findUploads(db: Db, realmId: number, addresses: readonly string[]): Promise<FindUpload> {
  const paths = addresses.flatMap((address) => readPath(address.slice('/user_uploads/'.length)) ?? [])
  const tokens = new Set(paths.filter((path) => path.realmId === realmId).map(({ token }) => token))
  const rows = await attachmentsByTokens(db, realmId, [...tokens])
  const uploads = new Map(rows.map((row) => [addressOfAttachment(row), describeUpload(row)]))
  return (address) => uploads.get(address) ?? uploads.get(safelyDecoded(address))
}

function safelyDecoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

const describeUpload = ({
  content_type: contentType,
  width,
  height,
  is_animated: isAnimated,
}: AttachmentRow): Upload =>
  width === null || height === null
    ? { contentType }
    : {
        contentType,
        image: {
          width,
          height,
          isAnimated,
          thumbnail: 'ready',
          ...(isTranscoded(contentType) ? { transcodedName: TRANSCODED_FORMAT.name } : {}),
        },
      }
