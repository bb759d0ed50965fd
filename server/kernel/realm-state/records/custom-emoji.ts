import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export type EmojiFormat = Tables['custom_emoji']['format']

/** An emoji that somebody uploaded. */
export interface CustomEmoji {
  readonly id: number
  readonly realmId: number
  readonly name: string
  readonly authorId: number | null
  /** The names of its files contain it. */
  readonly token: string
  /** Of the picture. Only GIF and WebP are animated. */
  readonly format: EmojiFormat
  /** Seconds. */
  readonly createdAt: number
  /** The position of the log at which it was added. */
  readonly addedSeq: number
  /** The position at which it was deactivated; null while it is active. */
  readonly deactivatedSeq: number | null
}

export const emojiFromRow = (row: Selectable<Tables['custom_emoji']>): CustomEmoji => ({
  id: row.id,
  realmId: row.realm_id,
  name: row.name,
  authorId: row.author_id,
  token: row.token,
  format: row.format,
  createdAt: row.created_at,
  addedSeq: row.added_seq,
  deactivatedSeq: row.deactivated_seq,
})

/** The address of the picture. */
export const emojiUrl = ({ realmId, token, format }: CustomEmoji): string =>
  `/user_avatars/${realmId}/emoji/images/${token}.${format}`

/** The address of the first frame of an animated emoji; null for others. */
export const stillUrl = ({ realmId, token, format }: CustomEmoji): string | null =>
  format === 'png' ? null : `/user_avatars/${realmId}/emoji/images/still/${token}.png`
