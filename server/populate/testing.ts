import { type QueryExecutorProvider, sql } from 'kysely'
import { SYSTEM_GROUPS } from '../realm-state/group.ts'

/** The least that populate needs, made without the server: an organization with its counter, groups and an owner. */
export async function bareOrganization(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into realm (string_id, host, name, created_at) values ('bare', 'bare.example', 'Bare', 1) returning id`.execute(
    db,
  )
  const realmId = rows[0]?.id as number
  await sql`insert into realm_log (realm_id) values (${realmId})`.execute(db)
  await sql`
    insert into user_group (realm_id, name, is_system)
    select ${realmId}, name, true from unnest(${SYSTEM_GROUPS.map((group) => group.name)}::text[]) name`.execute(db)
  await sql`
    insert into account (realm_id, delivery_email, full_name, role, date_joined, api_key_hash, api_key_sealed)
    values (${realmId}, 'owner@bare.example', 'Owner', 100, 1, 'owner', 'owner')`.execute(db)
  return realmId
}

export const openKeys = { hashKey: (key: string): string => `hash of ${key}`, sealKey: (key: string): string => key }
