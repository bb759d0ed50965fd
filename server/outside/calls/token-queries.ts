import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** An account at a provider of video calls that a person has connected. */
    call_token: {
      realm_id: number
      user_id: number
      provider: 'zoom' | 'webex'
      /** The tokens as JSON, encrypted. Each encryption is different, so it also tells one pair of tokens from another. */
      sealed: string
    }
  }
}

type TokenRow = Tables['call_token']
export type Provider = TokenRow['provider']

/** The providers at which the person has connected an account. */
export const selectProviders = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('call_token').select('provider').where('user_id', '=', userId).where('realm_id', '=', realmId)

/** The sealed tokens. */
export async function findToken(
  db: Db,
  realmId: number,
  userId: number,
  provider: Provider,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('call_token')
    .select('sealed')
    .where(({ and }) => and({ realm_id: realmId, user_id: userId, provider }))
    .executeTakeFirst()
  return row?.sealed
}

export const upsertToken = (db: Db, row: TokenRow) =>
  db
    .insertInto('call_token')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ sealed: row.sealed }))
    .execute()

/** False if the row has other tokens meanwhile, or is gone. */
export async function updateToken(db: Db, row: TokenRow, next: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_token')
    .set({ sealed: next })
    .where(({ and }) => and(row))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the row has other tokens meanwhile, or is gone. */
export async function deleteToken(db: Db, row: TokenRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('call_token')
    .where(({ and }) => and(row))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteTokens = (db: Db, realmId: number, userId: number) =>
  db.deleteFrom('call_token').where('user_id', '=', userId).where('realm_id', '=', realmId).execute()
