import type { Insertable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { type CustomEmoji, emojiFromRow } from '../../kernel/realm-state/records/custom-emoji.ts'

export const insertEmoji = async (db: Db, values: Insertable<Tables['custom_emoji']>): Promise<CustomEmoji> =>
  emojiFromRow(await db.insertInto('custom_emoji').values(values).returningAll().executeTakeFirstOrThrow())

export const setEmojiDeactivated = (db: Db, { id, realmId }: CustomEmoji, seq: number): Promise<unknown> =>
  db
    .updateTable('custom_emoji')
    .set({ deactivated_seq: seq })
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .execute()
