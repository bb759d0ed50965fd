import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import type { Role, User } from '../../kernel/realm-state/user.ts'
import { USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'

export interface NewAccount {
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly apiKeyHash: string
  readonly apiKeySealed: string
  readonly canCreateUsers: boolean
  /** Only bots have it. */
  readonly bot?: { readonly type: number; readonly ownerId: number }
  /** The token of the uploaded picture that it starts with. */
  readonly avatarToken?: string | undefined
}

/** Inserts an account with the defaults of the organization. */
export const insertAccount = (
  db: Db,
  realmId: number,
  now: number,
  account: NewAccount,
  { settings: { default_language, default_avatar_source }, accountDefaults }: RealmInfo,
): Promise<Selectable<Tables['account']>> => {
  const { email_address_visibility = 1, ...settings } = accountDefaults
  const language = default_language === USER_SETTINGS.default_language ? {} : { default_language }
  return db
    .insertInto('account')
    .values({
      realm_id: realmId,
      delivery_email: account.email,
      full_name: account.fullName,
      role: account.role,
      date_joined: now,
      api_key_hash: account.apiKeyHash,
      api_key_sealed: account.apiKeySealed,
      password_hash: account.passwordHash,
      can_create_users: account.canCreateUsers,
      // Addresses of bots are not those of people: everybody may see them.
      email_address_visibility: account.bot ? 1 : email_address_visibility,
      ...(account.bot ? { is_bot: true, bot_type: account.bot.type, bot_owner_id: account.bot.ownerId } : {}),
      avatar_source: account.avatarToken ? 'U' : default_avatar_source,
      avatar_token: account.avatarToken ?? null,
      settings: JSON.stringify(account.bot ? {} : { ...settings, ...language }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Columns of an account that change. */
export type AccountChange = Partial<{
  is_active: boolean
  full_name: string
  role: Role
  delivery_email: string
  email_address_visibility: number
  timezone: string
  password_hash: string
  bot_owner_id: number
  api_key_hash: string
  api_key_sealed: string
  can_create_users: boolean
  can_change_user_emails: boolean
  avatar_source: User['avatarSource']
  avatar_version: number
  avatar_token: string | null
  is_imported_stub: boolean
  date_joined: number
  has_edited_settings: boolean
  /** JSON. */
  settings: string
  /** JSON. */
  profile: string
}>

export const updateAccount = (db: Db, userId: number, change: AccountChange): Promise<Selectable<Tables['account']>> =>
  db.updateTable('account').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()

export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('account').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}
