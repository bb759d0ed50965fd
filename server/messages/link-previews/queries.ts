import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** Only the HTML: search and the history know what the author wrote. */
export async function updateRendered(db: Db, realmId: number, messageId: number, html: string): Promise<void> {
  await sql`update message set rendered = ${html} where id = ${messageId} and realm_id = ${realmId}`.execute(db)
}
