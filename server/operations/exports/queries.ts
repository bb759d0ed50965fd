import { type Selectable, sql } from 'kysely'
import type { ExportType } from '../../../api/objects/realm-export.ts'
import type { ColumnWithDefault, Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    realm_export: {
      id: Id
      realm_id: number
      /** Who asked for it. */
      user_id: number
      type: 'public' | 'full_with_consent' | 'full_without_consent'
      state: ColumnWithDefault<'pending' | 'done' | 'failed' | 'deleted'>
      tries: ColumnWithDefault<number>
      requested_at: number
      failed_at: ColumnWithDefault<number | null>
      deleted_at: ColumnWithDefault<number | null>
      /** In the name and the address of the archive. Null while there is none. */
      token: ColumnWithDefault<string | null>
      size: ColumnWithDefault<number | null>
    }
  }
}

export type ExportRow = Selectable<Tables['realm_export']>

const exportsOf = (db: Db, realmId: number) => db.selectFrom('realm_export').selectAll().where('realm_id', '=', realmId)

export const listExports = (db: Db, realmId: number): Promise<ExportRow[]> =>
  exportsOf(db, realmId).orderBy('id').execute()

export const loadExport = (db: Db, realmId: number, id: number): Promise<ExportRow | undefined> =>
  exportsOf(db, realmId).where('id', '=', id).executeTakeFirst()

/** The finished export whose archive has this token in its address. */
export const exportByToken = (db: Db, realmId: number, token: string): Promise<ExportRow | undefined> =>
  exportsOf(db, realmId).where('token', '=', token).executeTakeFirst()

export async function countExportsSince(db: Db, realmId: number, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('realm_export')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('realm_id', '=', realmId)
    .where('requested_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of messages, counted up to `most` + 1, and the bytes of all uploads. */
export async function measureRealm(
  db: Db,
  realmId: number,
  most: number,
): Promise<{ messages: number; bytes: number }> {
  const { rows } = await sql<{ messages: string; bytes: string }>`
    select
      (select count(*) from (select 1 from message where realm_id = ${realmId} limit ${most + 1}) m) as messages,
      (select coalesce(sum(size), 0) from attachment where realm_id = ${realmId}) as bytes`.execute(db)
  return { messages: Number(rows[0]!.messages), bytes: Number(rows[0]!.bytes) }
}

export async function insertExport(
  db: Db,
  values: { readonly realmId: number; readonly userId: number; readonly type: ExportType; readonly now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('realm_export')
    .values({ realm_id: values.realmId, user_id: values.userId, type: values.type, requested_at: values.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const change = (db: Db, { realm_id: realmId, id }: Pick<ExportRow, 'realm_id' | 'id'>) =>
  db.updateTable('realm_export').where('realm_id', '=', realmId).where('id', '=', id)

export const countTry = (db: Db, row: ExportRow) =>
  change(db, row)
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .execute()

/** False if it is no longer pending. */
export async function markDone(
  db: Db,
  row: ExportRow,
  archive: { readonly token: string; readonly size: number },
): Promise<boolean> {
  const { numUpdatedRows } = await change(db, row)
    .set({ state: 'done', ...archive })
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if it is no longer pending. */
export async function markFailed(db: Db, row: ExportRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await change(db, row)
    .set({ state: 'failed', failed_at: now })
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markDeleted = (db: Db, row: ExportRow, now: number) =>
  change(db, row).set({ state: 'deleted', deleted_at: now, token: null, size: null }).execute()

/** Exports that ended before this time and have no archive. */
export const deleteEnded = (db: Db, realmId: number, before: number) =>
  db
    .deleteFrom('realm_export')
    .where('realm_id', '=', realmId)
    .where((eb) => eb.or([eb('failed_at', '<', before), eb('deleted_at', '<', before)]))
    .execute()
