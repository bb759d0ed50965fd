import { type Selectable, sql, type Updateable } from 'kysely'
import type { ColumnWithDefault, Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** A device on which a person uses a client. */
    client_device: {
      id: Id
      realm_id: number
      user_id: number
      created_at: number
      /** Both or neither. The key is encrypted. */
      push_key_id: ColumnWithDefault<number | null>
      push_key_sealed: ColumnWithDefault<string | null>
      /** The token that the push relay knows. All three or none. */
      push_token_id: ColumnWithDefault<string | null>
      push_token_kind: ColumnWithDefault<'apns' | 'fcm' | null>
      push_token_at: ColumnWithDefault<number | null>
      /** The token that the push relay is asked to register. All five or none. */
      pending_token_id: ColumnWithDefault<string | null>
      pending_token_kind: ColumnWithDefault<'apns' | 'fcm' | null>
      pending_public_key: ColumnWithDefault<string | null>
      pending_registration: ColumnWithDefault<string | null>
      pending_since: ColumnWithDefault<number | null>
      /** Grows with each registration; the job of an older one does nothing. */
      revision: ColumnWithDefault<number>
      /** Why the last registration failed. */
      error_code: ColumnWithDefault<'INVALID_BOUNCER_PUBLIC_KEY' | 'REQUEST_EXPIRED' | null>
    }
  }
}

export type DeviceRow = Selectable<Tables['client_device']>
export type DeviceChange = Omit<Updateable<Tables['client_device']>, 'id' | 'realm_id' | 'user_id'>

/** The oldest first. */
export const selectDevices = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('client_device').selectAll().where('user_id', '=', userId).where('realm_id', '=', realmId).orderBy('id')

export const devicesOf = (db: Db, realmId: number, userId: number): Promise<DeviceRow[]> =>
  selectDevices(db, realmId, userId).execute()

export const findDevice = (db: Db, realmId: number, id: number): Promise<DeviceRow | undefined> =>
  db.selectFrom('client_device').selectAll().where('id', '=', id).where('realm_id', '=', realmId).executeTakeFirst()

export const insertDevice = (
  db: Db,
  device: Pick<DeviceRow, 'realm_id' | 'user_id' | 'created_at'>,
): Promise<DeviceRow> => db.insertInto('client_device').values(device).returningAll().executeTakeFirstOrThrow()

export const updateDevice = (
  db: Db,
  { id, realm_id }: Pick<DeviceRow, 'id' | 'realm_id'>,
  change: DeviceChange,
): Promise<DeviceRow> =>
  db
    .updateTable('client_device')
    .set(change)
    .where('id', '=', id)
    .where('realm_id', '=', realm_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes all but the newest. Returns the ids of those that are gone. */
export async function deleteOldDevices(db: Db, realmId: number, userId: number, kept: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from client_device where realm_id = ${realmId} and id in (
      select id from client_device where user_id = ${userId} and realm_id = ${realmId} order by id desc offset ${kept})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteDevice(db: Db, realmId: number, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
