import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'

/** Has this account written a message with this text in the channel? */
export async function hasMessageWith(
  db: Db,
  realmId: number,
  { convId }: Channel,
  senderId: number,
  text: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from message
    where realm_id = ${realmId} and conv_id = ${convId} and sender_id = ${senderId} and strpos(content, ${text}) > 0
    limit 1
  `.execute(db)
  return rows.length > 0
}
