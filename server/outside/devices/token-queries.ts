import { type Selectable, sql } from 'kysely'
import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** Tokens of APNs and FCM, which older clients register without a device. */
    push_token: {
      id: Id
      realm_id: number
      user_id: number
      kind: 'apns' | 'fcm'
      token: string
      /** Only APNs tokens have it. */
      app_id: string | null
      registered_at: number
    }
  }
}

type TokenRow = Selectable<Tables['push_token']>
export type PushToken = Pick<TokenRow, 'kind' | 'token' | 'app_id'>

/** A token that the person has already gets the new time and app. */
export async function storeToken(
  db: Db,
  realmId: number,
  userId: number,
  { kind, token, app_id }: PushToken,
  now: number,
): Promise<void> {
  await sql`
    insert into push_token (realm_id, user_id, kind, token, app_id, registered_at)
    values (${realmId}, ${userId}, ${kind}, ${token}, ${app_id}, ${now})
    on conflict (user_id, kind, md5(token)) do update set app_id = excluded.app_id, registered_at = excluded.registered_at`.execute(
    db,
  )
}

/** Deletes all but the tokens that were registered last. */
export async function deleteOldTokens(db: Db, realmId: number, userId: number, kept: number): Promise<void> {
  await sql`
    delete from push_token where realm_id = ${realmId} and id in (
      select id from push_token where user_id = ${userId} and realm_id = ${realmId}
      order by registered_at desc, id desc offset ${kept})`.execute(db)
}

export async function deleteToken(
  db: Db,
  realmId: number,
  userId: number,
  { kind, token }: Pick<PushToken, 'kind' | 'token'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from push_token
    where user_id = ${userId} and kind = ${kind} and md5(token) = md5(${token}) and token = ${token}
      and realm_id = ${realmId}`.execute(db)
  return numAffectedRows > 0n
}

/** The oldest first. */
export const tokensOf = (db: Db, realmId: number, userId: number): Promise<PushToken[]> =>
  db
    .selectFrom('push_token')
    .select(['kind', 'token', 'app_id'])
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .orderBy('registered_at')
    .orderBy('id')
    .execute()
