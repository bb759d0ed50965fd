import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import type { Files } from '../../kernel/files/files.ts'
import { iconPicture } from '../../kernel/files/pictures.ts'
import type { EmojiFormat } from '../../kernel/realm-state/records/custom-emoji.ts'

export const MAX_EMOJI_FILE_SIZE_MIB = 5
const PIXELS = 64

/** The files of an emoji, saved and not claimed yet. */
export interface EmojiFiles {
  readonly token: string
  readonly format: EmojiFormat
  readonly files: readonly SavedFile[]
}

export const emojiFileName = (realmId: number, token: string, variant: EmojiFormat | 'still'): string =>
  fileName(realmId, 'emoji', token, variant)

/** Makes the picture, and the still one of an animation. When one of them cannot be saved, neither is kept. */
export async function saveEmoji(files: Files, realmId: number, upload: SavedFile): Promise<EmojiFiles> {
  const { format, picture, still } = await iconPicture(() => files.readWhole(upload.name), PIXELS)
  const token = newFileToken()
  const saved: SavedFile[] = []
  try {
    saved.push(await files.save(realmId, emojiFileName(realmId, token, format), [picture]))
    if (still) saved.push(await files.save(realmId, emojiFileName(realmId, token, 'still'), [still]))
    return { token, format, files: saved }
  } catch (error) {
    await files.discard(saved.map(({ name }) => name))
    throw error
  }
}
