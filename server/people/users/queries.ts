import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { isOutsideMention } from '../../kernel/ledger/ledger-sql.ts'
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
  /** Only for bots. */
  readonly bot?: { readonly type: number; readonly ownerId: number }
  /** Of the uploaded picture that it starts with. */
  readonly avatarToken?: string | undefined
}

/** With what the organization gives its new accounts. */
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

/** The id of the newest message that a person received, if any. Reads one index entry per membership interval. */
export function selectMaxMessageId({
  id: userId,
  isBot,
}: Pick<User, 'id' | 'isBot'>): RawBuilder<{ id: number | null }> {
  // Bots also receive mentions in channels that they are not in.
  const outsideMention = sql`(select max(message_id) from user_flag
    where user_id = ${userId} and ${sql.raw(isOutsideMention('flags'))})`
  return sql`
    select greatest(
      (select max(m.id) from member r cross join lateral (
          select id from message
          where home_conv = r.conv_id and hseq > r.from_hseq and hseq <= coalesce(r.to_hseq, 2147483647)
          order by hseq desc limit 1) m
        where r.user_id = ${userId}),
      ${isBot ? outsideMention : sql`null`}) as id`
}

/** As clients read it: -1 without a message. */
export const shownMaxMessageId = (rows: readonly { id: number | null }[]): number => rows[0]?.id ?? -1
