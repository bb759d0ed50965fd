import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Tables } from '../../../kernel/db/tables.ts'

/** `a` joined before that time and has not been active since. Bots do not report presence. */
const isIdleSince = (time: number): RawBuilder<boolean> => sql`(not a.is_bot and a.date_joined < ${time}
  and not exists (select from presence p where p.user_id = a.id and p.active_at >= ${time}))`

/** People who are marked as idle and are not, or the other way round. */
export async function changedIdleness(db: Db, realmId: number, since: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a
    where a.realm_id = ${realmId} and a.is_long_idle <> ${isIdleSince(since)}
    order by a.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function storeIdleness(
  db: Db,
  realmId: number,
  ids: readonly number[],
  since: number,
): Promise<Selectable<Tables['account']>[]> {
  const { rows } = await sql<Selectable<Tables['account']>>`
    update account a set is_long_idle = ${isIdleSince(since)}
    where a.realm_id = ${realmId} and a.id = any(${ids}::int[]) returning a.*`.execute(db)
  return rows
}
