import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { jsonText } from './clean.ts'
import type { Ids } from './importing.ts'

/** Kinds of records whose ids in the source are kept. */
export type RecordKind =
  | 'person'
  | 'group'
  | 'folder'
  | 'channel'
  | 'subscription'
  | 'emoji'
  | 'field'
  | 'linkifier'
  | 'file'
  | 'reaction'
  | 'topic policy'
  | 'muted person'
  | 'scheduled message'
  | 'snippet'
  | 'draft'
  | 'alert words'

export async function loadIds(db: Db, importId: number, kind: RecordKind): Promise<Ids> {
  const { rows } = await sql<{ source_id: string; new_id: number }>`
    select source_id, new_id from import_record where import_id = ${importId} and kind = ${kind}`.execute(db)
  return new Map(rows.map((row) => [row.source_id, row.new_id]))
}

/** Those of these records that were imported before, with their ids. */
export async function knownAmong(db: Db, importId: number, kind: RecordKind, ids: readonly string[]): Promise<Ids> {
  const { rows } = await sql<{ source_id: string; new_id: number }>`
    select source_id, new_id from import_record
    where import_id = ${importId} and kind = ${kind} and source_id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.source_id, row.new_id]))
}

export async function addRecords(
  db: Db,
  importId: number,
  kind: RecordKind,
  records: Iterable<readonly [sourceId: string, newId: number]>,
): Promise<void> {
  const all = [...records]
  if (all.length === 0) return
  await sql`
    insert into import_record (import_id, kind, source_id, new_id)
    select ${importId}::int, ${kind}::text, r.source_id, r.new_id
    from unnest(${all.map(([id]) => id)}::text[], ${all.map(([, id]) => id)}::bigint[]) as r (source_id, new_id)
    on conflict do nothing`.execute(db)
}

/** Records of the source with the ids that were reserved for them, in the same order. */
export const withIds = (
  records: readonly { readonly id: string }[],
  ids: readonly number[],
): readonly (readonly [sourceId: string, newId: number])[] => records.map(({ id }, index) => [id, ids[index]!] as const)

/** Tables that the end of an import fills. */
export type StagedTable =
  | 'account'
  | 'user_group'
  | 'group_member'
  | 'group_subgroup'
  | 'channel_folder'
  | 'conversation'
  | 'channel'
  | 'topic'
  | 'custom_emoji'
  | 'profile_field'
  | 'linkifier'
  | 'subscription'
  | 'user_flag'
  | 'reaction'
  | 'user_topic'
  | 'mute'
  | 'alert_words'
  | 'saved_snippet'
  | 'draft'
  | 'scheduled_message'
  | 'attachment_owner'
  | 'attachment_message'
  | 'submessage'

/** Keeps rows that are inserted at the end. All rows of a table have the same columns. */
export async function stage(db: Db, importId: number, table: StagedTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_row (import_id, into_table, row)
    select ${importId}::int, ${table}::text, r.value from jsonb_array_elements(${jsonText(rows)}::jsonb) as r`.execute(
    db,
  )
}

export async function stagedRows<Row>(db: Db, importId: number, table: StagedTable): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select row from import_row where import_id = ${importId} and into_table = ${table} order by id`.execute(db)
  return rows.map(({ row }) => row)
}

/** Ids that nobody else gets. */
export async function reserveIds(db: Db, table: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
