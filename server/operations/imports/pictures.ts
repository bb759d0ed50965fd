import { ApiError } from '../../../api/errors.ts'
import { newFileToken } from '../../kernel/files/file-name.ts'
import type { SavedFile } from '../../kernel/files/file-store.ts'
import { iconPicture, squarePictures } from '../../kernel/files/pictures.ts'
import { AVATAR_PIXELS } from '../../kernel/realm-state/avatar.ts'
import { emojiFileName } from '../../organization/emoji/emoji-files.ts'
import { avatarFileName, MAX_AVATAR_FILE_SIZE_MIB } from '../../people/avatars/avatar-files.ts'
import type { ImportRun } from './importing.ts'
import { stagedRows } from './records.ts'
import type { SourceFile } from './source.ts'

/** Pictures that the end of the import claims. A killed import leaves them to the sweep. */
export interface SavedPictures {
  readonly files: SavedFile[]
  readonly avatars: { readonly id: number; readonly token: string }[]
}

const MAX_AVATAR_BYTES = MAX_AVATAR_FILE_SIZE_MIB * 1024 * 1024
export const EMOJI_PIXELS = 64

/** The bytes of a small file. Null if it is missing or too large. */
export async function bytesOf(file: SourceFile): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (await file.open()) ?? []) {
    size += chunk.length
    if (size > MAX_AVATAR_BYTES) return null
    chunks.push(chunk)
  }
  return size === 0 ? null : Buffer.concat(chunks)
}

/** Null for what is no picture that we can show. */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The pictures of people and emoji that this import creates. */
export async function savePictures(to: ImportRun): Promise<SavedPictures> {
  const saved: SavedPictures = { files: [], avatars: [] }
  const staged = new Set((await stagedRows<{ id: number }>(to.db, to.importId, 'account')).map(({ id }) => id))
  for await (const person of to.source.people()) {
    const id = to.people.get(person.id)
    if (person.avatar && id !== undefined && staged.has(id)) await saveAvatar(to, id, person.avatar, saved)
  }
  const emoji = await stagedRows<{ id: number; token: string }>(to.db, to.importId, 'custom_emoji')
  const tokens = new Map(emoji.map(({ id, token }) => [id, token]))
  for await (const one of to.source.emoji?.() ?? []) {
    const token = tokens.get(to.emoji.get(one.id) ?? 0)
    if (token !== undefined) await saveEmoji(to, token, one.picture, saved)
  }
  return saved
}

async function saveAvatar(to: ImportRun, id: number, file: SourceFile, saved: SavedPictures): Promise<void> {
  const bytes = await bytesOf(file)
  const { small, medium } = AVATAR_PIXELS
  const pictures = bytes && (await orNull(() => squarePictures(async () => bytes, [medium, small])))
  if (!pictures) return to.report.leftOut('pictures of people', file.where)
  const token = newFileToken()
  const { files } = to.tools
  saved.files.push(await files.save(to.realm.id, avatarFileName(to.realm.id, token, 'medium'), [pictures[0]!]))
  saved.files.push(await files.save(to.realm.id, avatarFileName(to.realm.id, token, 'small'), [pictures[1]!]))
  saved.avatars.push({ id, token })
}

/** Messages have the address of an emoji already, so its token stays. */
async function saveEmoji(to: ImportRun, token: string, file: SourceFile, saved: SavedPictures): Promise<void> {
  const bytes = await bytesOf(file)
  if (!bytes) throw new Error(`${file.where}: the picture of the emoji has changed since the import began`)
  const { format, picture, still } = await iconPicture(async () => bytes, EMOJI_PIXELS)
  const { files } = to.tools
  const names = [format, 'still' as const].map((variant) => emojiFileName(to.realm.id, token, variant))
  await files.discard(names)
  saved.files.push(await files.save(to.realm.id, names[0]!, [picture]))
  if (still) saved.files.push(await files.save(to.realm.id, names[1]!, [still]))
}
