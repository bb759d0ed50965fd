import { type Insertable, type Selectable, sql } from 'kysely'
import type { ColumnWithDefault } from '../../../kernel/db/column-types.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Tables } from '../../../kernel/db/tables.ts'

declare module '../../../kernel/db/tables.ts' {
  interface Tables {
    resumable_upload: {
      /** Its address contains it. */
      token: string
      realm_id: number
      owner_id: number
      /** It is kept as the client wrote it. */
      filename: string
      size: number
      received: ColumnWithDefault<number>
      /** The names of the files with the bytes that were received, in their order. */
      pieces: ColumnWithDefault<string[]>
      /** What a complete upload became. */
      attachment_id: number | null
      expires_at: number
    }
  }
}

export type ResumableRow = Selectable<Tables['resumable_upload']>

export const insertResumable = (db: Db, row: Insertable<Tables['resumable_upload']>): Promise<ResumableRow> =>
  db.insertInto('resumable_upload').values(row).returningAll().executeTakeFirstOrThrow()

export const loadResumable = (db: Db, realmId: number, token: string, now: number): Promise<ResumableRow | undefined> =>
  db
    .selectFrom('resumable_upload')
    .selectAll()
    .where('token', '=', token)
    .where('realm_id', '=', realmId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export interface OpenUploads {
  /** Unfinished uploads of the owner. */
  readonly own: number
  /** Bytes that all unfinished uploads of the organization will have. */
  readonly bytes: number
}

export async function countOpen(db: Db, realmId: number, ownerId: number, now: number): Promise<OpenUploads> {
  const { rows } = await sql<OpenUploads>`
    select count(*) filter (where owner_id = ${ownerId}) as own, coalesce(sum(size), 0)::bigint as bytes
    from resumable_upload where realm_id = ${realmId} and attachment_id is null and expires_at > ${now}`.execute(db)
  return rows[0]!
}

/** Adds a piece at the offset. False if another request was quicker, or the upload is gone. */
export async function addPiece(
  db: Db,
  { token, realm_id: realmId }: ResumableRow,
  piece: { readonly name: string; readonly size: number; readonly offset: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update resumable_upload set received = received + ${piece.size}, pieces = pieces || ${piece.name}::text
    where token = ${token} and realm_id = ${realmId} and received = ${piece.offset}
      and attachment_id is null`.execute(db)
  return numAffectedRows === 1n
}

/** False if another request has finished the upload. */
export async function finishResumable(
  db: Db,
  { token, realm_id: realmId }: ResumableRow,
  attachmentId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update resumable_upload set attachment_id = ${attachmentId}, pieces = '{}'
    where token = ${token} and realm_id = ${realmId} and attachment_id is null`.execute(db)
  return numAffectedRows === 1n
}

/** Returns the names of the pieces that it had. */
export async function deleteResumable(db: Db, realmId: number, token: string): Promise<readonly string[]> {
  const row = await db
    .deleteFrom('resumable_upload')
    .where('token', '=', token)
    .where('realm_id', '=', realmId)
    .returning('pieces')
    .executeTakeFirst()
  return row?.pieces ?? []
}

/** The sweep of files removes their pieces. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('resumable_upload').where('expires_at', '<=', now).execute()
}
