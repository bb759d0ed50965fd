import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { Files } from '../../kernel/files/files.ts'
import { squarePictures } from '../../kernel/files/pictures.ts'
import { AVATAR_PIXELS, type AvatarSize } from '../../kernel/realm-state/avatar.ts'

export const MAX_AVATAR_FILE_SIZE_MIB = 5

/** A picture in both sizes, saved and not claimed yet. */
export interface AvatarFiles {
  readonly token: string
  readonly files: readonly SavedFile[]
}

export const avatarFileName = (realmId: number, token: string, size: AvatarSize): string =>
  fileName(realmId, 'avatar', token, size === 'small' ? undefined : size)

export const avatarFileNames = (realmId: number, token: string): string[] => [
  avatarFileName(realmId, token, 'small'),
  avatarFileName(realmId, token, 'medium'),
]

/** Saves both sizes of an uploaded picture. If one cannot be saved, neither is kept. */
async function saveAvatar(files: Files, realmId: number, upload: SavedFile): Promise<AvatarFiles> {
  const { small, medium } = AVATAR_PIXELS
  const [mediumPicture, smallPicture] = await squarePictures(() => files.readWhole(upload.name), [medium, small])
  const token = newFileToken()
  const pictures = { small: smallPicture!, medium: mediumPicture! }
  const saved: SavedFile[] = []
  try {
    for (const size of ['small', 'medium'] as const)
      saved.push(await files.save(realmId, avatarFileName(realmId, token, size), [pictures[size]]))
    return { token, files: saved }
  } catch (error) {
    await files.discard(saved.map(({ name }) => name))
    throw error
  }
}

/** Saves an uploaded picture for this work, which claims it. If the work fails, nothing of the picture is kept. */
export async function withAvatar<T>(
  files: Files,
  realmId: number,
  upload: SavedFile,
  work: (avatar: AvatarFiles) => Promise<T>,
): Promise<T> {
  const avatar = await saveAvatar(files, realmId, upload)
  return work(avatar).catch(async (error) => {
    await files.discard(avatar.files.map(({ name }) => name))
    throw error
  })
}
