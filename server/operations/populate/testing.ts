import { type QueryExecutorProvider, sql } from 'kysely'
import { LOG_PURPOSES } from '../../kernel/log/log-purposes.ts'
import { SYSTEM_GROUPS } from '../../kernel/realm-state/group.ts'
import { SYSTEM_BOTS } from '../../kernel/realm-state/system-bots.ts'

/**
 * The minimum that populate needs, created without the server: an organization with its log, groups, owner and system
 * bots.
 */
export async function bareOrganization(db: QueryExecutorProvider): Promise<number> {
  const realmId = await ownedOrganization(db)
  await sql`insert into log_cursor select ${realmId}, unnest(${LOG_PURPOSES}::text[]), 0`.execute(db)
  for (const { email, fullName } of Object.values(SYSTEM_BOTS))
    await sql`
      insert into account (realm_id, delivery_email, full_name, role, is_bot, bot_type, is_system_bot, date_joined,
        api_key_hash, api_key_sealed)
      values (${realmId}, ${email}, ${fullName}, 400, true, 1, true, 1, ${email}, '')`.execute(db)
  return realmId
}

/** The part that databases of every release have. */
export async function ownedOrganization(db: QueryExecutorProvider): Promise<number> {
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
