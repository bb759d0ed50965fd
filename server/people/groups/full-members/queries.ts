import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { ROLE } from '../../../kernel/realm-state/user.ts'

/** True if somebody has become a full member by time alone and clients have no event about it yet. */
export async function hasUnannounced(db: Db, realmId: number, now: number): Promise<boolean> {
  const { rows } = await sql`
    select from realm r
    cross join lateral (select 86400 * coalesce((r.settings ->> 'waiting_period_threshold')::bigint, 0) as seconds) wait
    join account a on a.realm_id = r.id
    where r.id = ${realmId} and wait.seconds > 0 and a.role = ${ROLE.member} and a.is_active
      and a.date_joined + wait.seconds > r.full_members_at and a.date_joined + wait.seconds <= ${now}
    limit 1`.execute(db)
  return rows.length > 0
}

/** The time of the last announcement. The next one starts here. */
export async function moveAnnounced(db: Db, realmId: number, now: number): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    update realm r set full_members_at = greatest(r.full_members_at, ${now})
    from (select full_members_at from realm where id = ${realmId}) old
    where r.id = ${realmId} returning old.full_members_at as before`.execute(db)
  return rows[0]?.before ?? now
}
