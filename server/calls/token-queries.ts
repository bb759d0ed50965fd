import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type TokenRow = Tables['call_token']
export type Provider = TokenRow['provider']

/** The providers at which the person has connected an account. */
export const selectProviders = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('call_token').select('provider').where('user_id', '=', userId).where('realm_id', '=', realmId)

const tokenOf = (db: Db, realmId: number, userId: number, provider: Provider) =>
  db
    .selectFrom('call_token')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('realm_id', '=', realmId)

/** The sealed tokens. */
export const findToken = async (db: Db, realmId: number, userId: number, provider: Provider) =>
  (await tokenOf(db, realmId, userId, provider).executeTakeFirst())?.sealed

export const upsertToken = (db: Db, row: TokenRow) =>
  db
    .insertInto('call_token')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ sealed: row.sealed }))
    .execute()

/** False if the row has other tokens meanwhile, or is gone. */
export async function updateToken(
  db: Db,
  { realm_id, user_id, provider, sealed }: TokenRow,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_token')
    .set({ sealed: next })
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('realm_id', '=', realm_id)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the row has other tokens meanwhile, or is gone. */
export async function deleteToken(db: Db, { realm_id, user_id, provider, sealed }: TokenRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('call_token')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('realm_id', '=', realm_id)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteTokens = (db: Db, realmId: number, userId: number) =>
  db.deleteFrom('call_token').where('user_id', '=', userId).where('realm_id', '=', realmId).execute()
