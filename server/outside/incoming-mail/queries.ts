import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type EmailAddressRow = Selectable<Tables['channel_email_address']>

/** Tokens are secrets of the whole server, so this query needs no organization. */
export const addressByToken = (db: Db, token: string): Promise<EmailAddressRow | undefined> =>
  db.selectFrom('channel_email_address').selectAll().where('token', '=', token).executeTakeFirst()

/** Has this account sent a message with the key? */
export async function wasSent(db: Db, senderId: number, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('sent_key')
    .select('message_id')
    .where('user_id', '=', senderId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
