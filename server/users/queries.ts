import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Role } from '../realm-state/user.ts'

export interface NewAccount {
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly apiKeyHash: string
  readonly apiKeySealed: string
  readonly canCreateUsers: boolean
}

export const insertAccount = (
  db: Db,
  realmId: number,
  now: number,
  account: NewAccount,
): Promise<Selectable<Tables['account']>> =>
  db
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
      settings: '{}',
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateAccount = (
  db: Db,
  userId: number,
  change: Partial<{
    is_active: boolean
    password_hash: string
    can_create_users: boolean
    can_change_user_emails: boolean
  }>,
): Promise<Selectable<Tables['account']>> =>
  db.updateTable('account').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()

export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('account').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export async function maxMessageId(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? -1
}
