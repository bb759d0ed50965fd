import { type Kysely, sql } from 'kysely'
import { refuse } from '../base/startup-refusal.ts'
import type { Db } from './database.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

/** An arbitrary number. Nodes that start together migrate one after the other. */
export const MIGRATION_LOCK = 727_274

/** The progress through the migrations that this database lacks. */
export interface MigrationProgress {
  /** True if the database was empty. */
  readonly isNew: boolean
  /** Starts at 1. */
  readonly step: number
  readonly total: number
}

/**
 * Brings the database to the newest schema. Each migration commits together with its own mark, so a killed process
 * leaves the state before it, and the next start does the rest.
 */
export async function migrate(
  db: Db,
  /** Called before each migration, in its transaction. Throws to refuse it. */
  onMigration: (name: string, progress: MigrationProgress, db: Db) => void | Promise<void> = () => {},
  known: readonly Migration[] = migrations,
): Promise<void> {
  let start: { readonly isNew: boolean; readonly total: number } | undefined
  await alone(db, (trx) =>
    sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
      trx,
    ),
  )
  for (const migration of known) {
    await alone(db, async (trx) => {
      const applied = await appliedMigrations(trx)
      refuseNewerDatabase(applied, known)
      if (applied.includes(migration.name)) return
      const missing = known.filter(({ name }) => !applied.includes(name)).length
      start ??= { isNew: applied.length === 0, total: missing }
      await onMigration(migration.name, { ...start, step: start.total - missing + 1 }, trx)
      await migration.up(trx as unknown as Kysely<unknown>)
      await sql`insert into migration (name) values (${migration.name})`.execute(trx)
    })
  }
}

/** A read-only check: refuses a database whose schema differs from the newest one. */
export async function requireNewest(db: Db, known: readonly Migration[] = migrations): Promise<void> {
  const { rows } = await sql<{ isEmpty: boolean }>`select to_regclass('migration') is null as "isEmpty"`.execute(db)
  const applied = rows[0]?.isEmpty ? [] : await appliedMigrations(db)
  refuseNewerDatabase(applied, known)
  const missing = known.filter(({ name }) => !applied.includes(name))
  if (missing.length > 0) throw refuse.databaseOlder(missing.map(({ name }) => name).join(', '))
}

const alone = (db: Db, work: (trx: Db) => Promise<unknown>): Promise<unknown> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    return work(trx)
  })

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

function refuseNewerDatabase(applied: readonly string[], known: readonly Migration[]): void {
  const unknown = applied.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) throw refuse.databaseNewer(unknown.join(', '))
}
