import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** Everybody who is in a direct conversation with this account, with the account itself, in ascending order. */
export async function directPartnersOf(db: Db, realmId: number, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct unnest(c.members) as id from member r join conversation c on c.id = r.conv_id
    where r.user_id = ${userId} and c.realm_id = ${realmId} and c.members is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
