import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What somebody says about themselves. An account that says nothing has no record. */
export interface UserStatus {
  readonly userId: number
  readonly text: string
  readonly emoji: StatusEmoji | null
}

export interface StatusEmoji {
  readonly name: string
  readonly code: string
  /** The number is that of the namespace in reactions. */
  readonly kind: number
}

export const statusFromRow = (row: Selectable<Tables['user_status']>): UserStatus => ({
  userId: row.user_id,
  text: row.status_text,
  emoji:
    row.emoji_name === null ? null : { name: row.emoji_name, code: row.emoji_code ?? '', kind: row.emoji_kind ?? 0 },
})
