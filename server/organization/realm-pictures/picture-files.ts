import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { Files } from '../../kernel/files/files.ts'
import { fittedPicture, squarePictures } from '../../kernel/files/pictures.ts'
import type { RealmPictureKind } from '../../kernel/realm-state/realm-picture.ts'

export const MAX_REALM_PICTURE_MIB = 5
/** Pixels: an icon is a square, a logo may be wide. */
const HEIGHT = 100
const LOGO_WIDTH = 800

/** A picture that is saved and not claimed yet. */
export interface RealmPictureFile {
  readonly token: string
  readonly file: SavedFile
}

export const realmPictureFileName = (realmId: number, token: string): string => fileName(realmId, 'realm', token)

/** Makes the picture that is shown from an uploaded one. */
export async function saveRealmPicture(
  files: Files,
  realmId: number,
  kind: RealmPictureKind,
  upload: SavedFile,
): Promise<RealmPictureFile> {
  const read = () => files.readWhole(upload.name)
  const picture =
    kind === 'icon' ? (await squarePictures(read, [HEIGHT]))[0]! : await fittedPicture(read, LOGO_WIDTH, HEIGHT)
  const token = newFileToken()
  return { token, file: await files.save(realmId, realmPictureFileName(realmId, token), [picture]) }
}
