import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { LOG_PURPOSES } from '../../kernel/log/log-purposes.ts'
import { GROUP_GROUP_SETTINGS, SYSTEM_GROUPS } from '../../kernel/realm-state/group.ts'
import { idOnWire } from '../../kernel/realm-state/hidden-email.ts'
import type { RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import { REALM_GROUP_SETTINGS, REALM_SETTINGS } from '../../kernel/realm-state/realm-settings.ts'
import { SYSTEM_BOTS } from '../../kernel/realm-state/system-bots.ts'
import { BOT_TYPE, ROLE } from '../../kernel/realm-state/user.ts'
import { emailVisibilityFor, ORG_TYPES, type OrgType } from './org-type.ts'

export interface NewRealm {
  readonly name: string
  readonly host: string
  readonly type?: OrgType
}

/** The rows of an empty organization: itself, its log, its system groups, and settings that point to them. */
export async function insertRealm(db: Db, wanted: NewRealm, now: number): Promise<number> {
  const host = wanted.host.toLowerCase()
  return db.transaction().execute(async (trx) => {
    await requireFree(trx, host)
    const realm = await trx
      .insertInto('realm')
      .values({ name: wanted.name, host, string_id: stringId(host), created_at: now, settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('realm_log').values({ realm_id: realm.id }).execute()
    const cursors = LOG_PURPOSES.map((purpose) => ({ realm_id: realm.id, purpose, seq: 0 }))
    await trx.insertInto('log_cursor').values(cursors).execute()
    const groups = await insertSystemGroups(trx, realm.id, now)
    const groupSettings = Object.entries(REALM_GROUP_SETTINGS).map(([name, rule]) => [name, groups.get(rule.default)])
    const type = wanted.type ?? 'unspecified'
    const settings = {
      ...Object.fromEntries(groupSettings),
      org_type: ORG_TYPES[type],
      user_settings_defaults: { email_address_visibility: emailVisibilityFor(type), enter_sends: true },
    }
    await trx
      .updateTable('realm')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', realm.id)
      .execute()
    return realm.id
  })
}

/** Random, so no API key has this hash. Without a password either, no one can sign in. */
const noKeyHash = (): string => randomBytes(32).toString('hex')

export const insertSystemBots = (db: Db, realmId: number, now: number): Promise<Selectable<Tables['account']>[]> =>
  db
    .insertInto('account')
    .values(
      Object.values(SYSTEM_BOTS).map(({ email, fullName }) => ({
        realm_id: realmId,
        delivery_email: email,
        full_name: fullName,
        role: ROLE.member,
        is_bot: true,
        bot_type: BOT_TYPE.generic,
        is_system_bot: true,
        date_joined: now,
        api_key_hash: noKeyHash(),
        api_key_sealed: '',
        email_address_visibility: 1,
        settings: '{}',
      })),
    )
    .returningAll()
    .execute()

/** What an administrator can change of an organization. */
export const updateRealmRow = (
  db: Db,
  { id, name, deactivated, deletionAt, pictures, settings, groupSettings, accountDefaults, disabledMethods }: RealmInfo,
): Promise<unknown> => {
  const changed = Object.entries(settings).filter(([setting, value]) => value !== REALM_SETTINGS[setting as never])
  const stored = {
    ...Object.fromEntries(changed),
    ...groupSettings,
    user_settings_defaults: accountDefaults,
    ...(disabledMethods.length > 0 ? { disabled_authentication_methods: disabledMethods } : {}),
  }
  const row = {
    name,
    deactivated,
    deletion_at: deletionAt,
    pictures: JSON.stringify(pictures),
    settings: JSON.stringify(stored),
  }
  return db.updateTable('realm').set(row).where('id', '=', id).execute()
}

export async function requireFree(db: Db, host: string): Promise<void> {
  const taken = await db.selectFrom('realm').select('id').where('host', '=', host).executeTakeFirst()
  if (!taken) return
  const person = await db.selectFrom('account').select('id').where('realm_id', '=', taken.id).executeTakeFirst()
  if (person) throw refuse.organizationExists(host)
  await removeUnfinished(db, taken.id)
}

export async function requireNoReservedAddress(db: Db, realmId: number, host: string): Promise<void> {
  const accounts = db.selectFrom('account').select('delivery_email').where('realm_id', '=', realmId)
  for (const { delivery_email: email } of await accounts.execute())
    if (idOnWire(email, host) !== undefined) throw refuse.addressReserved(email, host)
}

/** The rows of `insertRealm`, of an organization whose owner never came: its making was cut short. */
async function removeUnfinished(db: Db, realmId: number): Promise<void> {
  const groups = db.selectFrom('user_group').select('id').where('realm_id', '=', realmId)
  await db.deleteFrom('group_subgroup').where('group_id', 'in', groups).execute()
  for (const table of ['user_group', 'event_log', 'log_cursor', 'log_mark', 'realm_log'] as const)
    await db.deleteFrom(table).where('realm_id', '=', realmId).execute()
  await db.deleteFrom('realm').where('id', '=', realmId).execute()
}

/** Unique on this server; ordinarily the first label of the host. */
export const stringId = (host: string): string => host.replace(/[^a-z0-9.-]/g, '-')

async function insertSystemGroups(db: Db, realmId: number, now: number): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('user_group')
    .values(
      SYSTEM_GROUPS.map((group) => ({
        ...group,
        realm_id: realmId,
        is_system: true,
        creator_id: null,
        created_at: now,
        settings: '{}',
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  const nested = SYSTEM_GROUPS.filter((group) => group.name !== 'role:nobody').map((group) => ids.get(group.name)!)
  const pairs = nested.slice(1).map((id, index) => ({ group_id: id, subgroup_id: nested[index]! }))
  await db.insertInto('group_subgroup').values(pairs).execute()
  const nobody = ids.get('role:nobody')!
  const settings = JSON.stringify(Object.fromEntries(Object.keys(GROUP_GROUP_SETTINGS).map((name) => [name, nobody])))
  await sql`update user_group set settings = ${settings}::jsonb where realm_id = ${realmId} and is_system`.execute(db)
  return ids
}
