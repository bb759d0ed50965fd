import { sql } from 'kysely'
import type { ColumnWithDefault, Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { User } from '../../kernel/realm-state/user.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    email_change: {
      id: Id
      realm_id: number
      user_id: number
      new_email: string
      token_hash: string
      token_sealed: string
      is_open: ColumnWithDefault<boolean>
      at: number
    }
  }
}

/** Settings of many accounts in one statement. */
export async function saveSettings(db: Db, realmId: number, people: readonly User[]): Promise<void> {
  const settings = people.map((user) => JSON.stringify(user.settings))
  await sql`
    update account a set settings = w.settings
    from unnest(${people.map(({ id }) => id)}::int[], ${settings}::jsonb[]) as w (id, settings)
    where a.id = w.id and a.realm_id = ${realmId}`.execute(db)
}

const DAY_SECONDS = 86_400

/** When somebody asked to change their address during the last day, the newest first. */
export async function emailChangesOf(db: Db, userId: number, now: number): Promise<number[]> {
  const query = db.selectFrom('email_change').select('at').where('user_id', '=', userId)
  const rows = await query
    .where('at', '>', now - DAY_SECONDS)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(({ at }) => at)
}

export interface NewEmailChange {
  readonly realmId: number
  readonly userId: number
  readonly email: string
  readonly tokenHash: string
  readonly tokenSealed: string
  readonly at: number
}

export interface EmailChange {
  readonly userId: number
  readonly email: string
}

/** Keeps what the limit of changes needs. Only the newest change of an account can be confirmed. Returns its id. */
export async function insertEmailChange(db: Db, change: NewEmailChange): Promise<number> {
  const { realmId, userId, email, tokenHash, tokenSealed, at } = change
  const old = db.deleteFrom('email_change').where('user_id', '=', userId)
  await old.where('at', '<=', at - DAY_SECONDS).execute()
  await db.updateTable('email_change').set({ is_open: false }).where('user_id', '=', userId).execute()
  const { id } = await db
    .insertInto('email_change')
    .values({
      realm_id: realmId,
      user_id: userId,
      new_email: email,
      token_hash: tokenHash,
      token_sealed: tokenSealed,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined if it was confirmed, or another one has taken its place. */
export const openEmailChange = (db: Db, realmId: number, id: number) =>
  db
    .selectFrom('email_change')
    .select(['user_id', 'new_email', 'token_sealed'])
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .where('is_open', '=', true)
    .executeTakeFirst()

/** A change by its token, unless it is older than that. */
interface EmailChangeKey {
  readonly realmId: number
  readonly tokenHash: string
  readonly since: number
}

const isOpenChange = ({ realmId, tokenHash, since }: EmailChangeKey) =>
  sql<boolean>`realm_id = ${realmId} and token_hash = ${tokenHash} and is_open and at > ${since}`

/** The open change of a token. */
export async function emailChangeByToken(db: Db, key: EmailChangeKey): Promise<EmailChange | undefined> {
  const row = await db
    .selectFrom('email_change')
    .select(['user_id', 'new_email'])
    .where(isOpenChange(key))
    .executeTakeFirst()
  return row && { userId: row.user_id, email: row.new_email }
}

/** Takes the open change of a token, which cannot be used again. */
export async function takeEmailChange(db: Db, key: EmailChangeKey): Promise<EmailChange | undefined> {
  const row = await db
    .updateTable('email_change')
    .set({ is_open: false })
    .where(isOpenChange(key))
    .returning(['user_id', 'new_email'])
    .executeTakeFirst()
  return row && { userId: row.user_id, email: row.new_email }
}
