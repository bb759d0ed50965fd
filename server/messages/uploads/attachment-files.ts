import { ApiError } from '../../../api/errors.ts'
import type { AttachmentRow } from '../../kernel/attachments/queries.ts'
import { fileName } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { Files } from '../../kernel/files/files.ts'
import { isPicture, SIGNATURE_BYTES } from '../../kernel/files/picture-format.ts'
import { type Thumbnail, thumbnailPicture } from '../../kernel/files/pictures.ts'
import {
  formatsOf,
  isTranscoded,
  THUMBNAIL_BOX,
  type ThumbnailVariant,
  TRANSCODED_BOX,
} from '../../kernel/files/thumbnail-formats.ts'
import { pictureType, typeByName } from './content-type.ts'
import { MAX_PICTURE_BYTES } from './upload-limits.ts'

type FileOwner = Pick<AttachmentRow, 'realm_id' | 'token'>

export const originalName = ({ realm_id: realmId, token }: FileOwner): string => fileName(realmId, 'original', token)

export const thumbnailName = ({ realm_id: realmId, token }: FileOwner, variant: ThumbnailVariant): string =>
  fileName(realmId, 'thumbnail', token, variant)

/** The names of all its files. */
export const filesOf = (row: AttachmentRow): string[] => [
  originalName(row),
  ...formatsOf(row).map(({ variant }) => thumbnailName(row, variant)),
]

/** What is known of an upload by its bytes, and its thumbnails, saved and not claimed yet. */
export interface ExaminedFile {
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly isAnimated: boolean
  readonly thumbnails: readonly SavedFile[]
}

/** Makes the thumbnails of a picture. A file that is no picture, or a broken one, is kept all the same. */
export async function examine(
  files: Files,
  { realm_id: realmId, token }: FileOwner,
  upload: SavedFile,
  name: string,
): Promise<ExaminedFile> {
  const picture = await thumbnailOf(files, upload)
  if (!picture) return { contentType: typeByName(name), width: null, height: null, isAnimated: false, thumbnails: [] }
  const thumbnails: SavedFile[] = []
  const save = async (variant: ThumbnailVariant, bytes: Buffer | null) => {
    if (bytes) thumbnails.push(await files.save(realmId, thumbnailName({ realm_id: realmId, token }, variant), [bytes]))
  }
  try {
    await save('still', picture.still)
    await save('anim', picture.animated)
    await save('full', picture.whole)
  } catch (error) {
    await files.discard(thumbnails.map((file) => file.name))
    throw error
  }
  const { width, height } = picture
  const isAnimated = picture.animated !== null
  return { contentType: pictureType(picture.format), width, height, isAnimated, thumbnails }
}

const wholeBox = (format: string) => (isTranscoded(pictureType(format)) ? TRANSCODED_BOX : null)

/** Files that are no pictures need not be read, nor wait for the pictures of others. */
const startsAsPicture = async (files: Files, { name, size }: SavedFile): Promise<boolean> =>
  size > 0 && isPicture(await files.readWhole(name, { start: 0, end: Math.min(size, SIGNATURE_BYTES) - 1 }))

async function thumbnailOf(files: Files, upload: SavedFile): Promise<Thumbnail | null> {
  if (upload.size > MAX_PICTURE_BYTES || !(await startsAsPicture(files, upload))) return null
  try {
    return await thumbnailPicture(() => files.readWhole(upload.name), THUMBNAIL_BOX, wholeBox)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_IMAGE') return null
    throw error
  }
}
