import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** A table, and the column that tells whose its rows are. */
interface OwnedTable {
  readonly table: string
  readonly column: string
}

/** Tables of the server itself, the organization's own row, and files, whose bytes go first. */
const SHARED: ReadonlySet<string> = new Set([
  'realm',
  'stored_file',
  'server_secret',
  'server_backup',
  'running_time',
  'node',
  'job_worker',
])

/** Columns that lead to an organization, and the table they lead to. Of several in a table, the first counts. */
const OWNERS: Readonly<Record<string, string>> = {
  realm_id: 'realm',
  import_id: 'data_import',
  user_id: 'account',
  group_id: 'user_group',
  channel_id: 'channel',
  conv_id: 'conversation',
  to_conv: 'conversation',
  topic_id: 'topic',
  message_id: 'message',
}

/** Every table with rows of organizations, those that refer to others before the others. */
export async function ownedTables(db: Db): Promise<readonly OwnedTable[]> {
  const { rows } = await sql<{ table: string; columns: string[]; refers: string[] }>`
    select c.relname as table,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like '%migration%'
    order by 1`.execute(db)
  const tables = rows.filter(({ table }) => !SHARED.has(table)).map((row) => ({ ...row, column: ownerOf(row) }))
  return inOrder(tables)
}

function ownerOf({ table, columns }: { table: string; columns: readonly string[] }): string {
  const column = Object.keys(OWNERS).find((name) => columns.includes(name))
  if (column === undefined) throw new Error(`nothing tells to which organization the rows of ${table} belong`)
  return column
}

/** A table comes before those that it refers to, and before the one that its owner is looked up in. */
function inOrder(tables: readonly (OwnedTable & { refers: readonly string[] })[]): OwnedTable[] {
  const waiting = new Set(tables)
  const ordered: OwnedTable[] = []
  while (waiting.size > 0) {
    const needed = new Set([...waiting].flatMap(({ refers, column }) => [...refers, OWNERS[column]!]))
    const free = [...waiting].filter(({ table }) => !needed.has(table))
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    for (const one of free) {
      waiting.delete(one)
      ordered.push(one)
    }
  }
  return ordered
}

/** Deletes rows of an organization up to a limit, and returns their number. */
export async function deleteRows(
  db: Db,
  { table, column }: OwnedTable,
  realmId: number,
  most: number,
): Promise<number> {
  const rows = sql`select ctid from ${sql.table(table)} where ${owned(column, realmId)} limit ${most}`
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(${rows}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Topics belong to channels, all other owners to the organization itself. */
function owned(column: string, realmId: number) {
  if (column === 'realm_id') return sql`realm_id = ${realmId}`
  const owners =
    column === 'topic_id'
      ? sql`select id from topic where channel_id in (select id from channel where realm_id = ${realmId})`
      : sql`select id from ${sql.table(OWNERS[column]!)} where realm_id = ${realmId}`
  return sql`${sql.ref(column)} in (${owners})`
}

/** Accounts and moves refer to others of their kind, which may be in another piece. */
export async function clearSelfReferences(db: Db, realmId: number): Promise<void> {
  await sql`update account set bot_owner_id = null where realm_id = ${realmId} and bot_owner_id is not null`.execute(db)
  await sql`update move set prev = null
    where prev is not null and to_conv in (select id from conversation where realm_id = ${realmId})`.execute(db)
}
