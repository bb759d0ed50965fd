import { sql } from 'kysely'
import { type ProgressLog, sayWhenSlow } from '../../kernel/base/say-when-slow.ts'
import { refusalOf, refuse, type StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import type { OpenedDatabase } from '../../kernel/db/connect.ts'
import { type Db, openPool } from '../../kernel/db/database.ts'
import { type MigrationProgress, migrate } from '../../kernel/db/migrate.ts'
import { hasJobTables, makeJobTables } from '../../kernel/jobs/job-tables.ts'
import { addMissingCursors } from '../../kernel/log/log-cursors.ts'
import { LIVE_SECONDS } from '../../kernel/nodes/live-seconds.ts'

/** Migrates the database on its own connection, and logs progress if it takes long. */
export async function migrateDatabase(
  opened: OpenedDatabase,
  log: ProgressLog,
  /** The killed node whose data folder this process has taken over. */
  predecessor: string | null = null,
): Promise<string[]> {
  const applied: string[] = []
  const { db, pool, close } = openPool({ ...opened.connection, max: 1 })
  const progress = () =>
    applied.length > 0
      ? `The database is being brought up to date (${applied.at(-1)}).`
      : 'Waiting for the database, which another process may be bringing up to date.'
  const onMigration = async (name: string, { isNew, step, total }: MigrationProgress, trx: Db) => {
    if (applied.length === 0) await requireNoOtherNodes(trx, predecessor)
    applied.push(name)
    if (!isNew) log.info(`Migrating the database: ${name} (${step} of ${total}).`)
  }
  try {
    await sayWhenSlow(log, progress, async () => {
      await migrate(db, onMigration)
      await addMissingCursors(db)
      if (!(await hasJobTables(pool))) await makeJobTables(opened.connection)
    })
    return applied
  } catch (error) {
    throw (await forbidden(error, db)) ?? refusalOf(error, opened.description)
  } finally {
    await close()
  }
}

/** Nodes of an earlier release would continue to use the old tables. */
async function requireNoOtherNodes(db: Db, predecessor: string | null): Promise<void> {
  const { rows: tables } = await sql<{ isThere: boolean }>`select to_regclass('node') is not null as "isThere"`.execute(
    db,
  )
  if (!tables[0]?.isThere) return
  const { rows } = await sql<{ url: string }>`
    select url from node where id is distinct from ${predecessor}::uuid
      and seen_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS})`.execute(db)
  if (rows[0]) throw refuse.otherNodesRunning(rows[0].url)
}

const INSUFFICIENT_PRIVILEGE = '42501'

async function forbidden(error: unknown, db: Db): Promise<StartupRefusal | null> {
  if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) return null
  const { rows } = await sql<{ role: string; database: string }>`
    select quote_ident(current_user) as role, current_database() as database`.execute(db)
  return refuse.databaseForbidden(rows[0]!.database, rows[0]!.role, (error as Error).message)
}
