import { type ClaimedFolder, claimDataFolder, currentHolder } from '../server/base/data-folder.ts'
import { createLogger, type Logger } from '../server/base/logger.ts'
import { type OpenedDatabase, openDatabase } from '../server/db/connect.ts'
import { openPool } from '../server/db/database.ts'
import { requireNewest } from '../server/db/migrate.ts'
import { migrateDatabase } from '../server/process/migrate-database.ts'
import type { Input } from './command.ts'
import { requireDatabaseIn } from './existing-database.ts'

export interface Options {
  /** Not beside a running server: it would not see what the command does. */
  readonly alone?: true
  /** What is not there yet is made: the data folder, the database. */
  readonly mayFound?: true
  /** The database is only looked at: one that is not up to date is refused. */
  readonly readOnly?: true
}

/** What a command has in its hands. */
export interface Opened {
  readonly database: OpenedDatabase
  readonly log: Logger
  /** Null: it belongs to the running server, or is not needed. */
  readonly folder: ClaimedFolder | null
  /** What was brought up to date. */
  readonly applied: readonly string[]
}

/** Opens the database for one command: that of the running server, otherwise our own. */
export async function withDatabase(
  { config, command }: Input,
  work: (opened: Opened) => Promise<void>,
  { alone, mayFound, readOnly }: Options = {},
): Promise<void> {
  const joins = !alone && (currentHolder(config.dataDir)?.url ?? null) !== null
  if (!joins && !mayFound) requireDatabaseIn(config)
  // Looking at somebody else's database needs nothing of the data folder, and must not make one.
  const claims = !joins && !(readOnly && config.databaseUrl !== null)
  const log = createLogger({ logFormat: 'pretty' }, process.stderr)
  const folder = claims ? await claimDataFolder(config.dataDir, command.name, null, log) : null
  try {
    const database = await openDatabase(config, log, { owner: folder !== null })
    try {
      const applied =
        folder && !readOnly ? await migrateDatabase(database, log, folder.predecessor) : await leaveAsItIs(database)
      await work({ database, log, folder, applied })
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}

async function leaveAsItIs({ connection }: OpenedDatabase): Promise<readonly string[]> {
  const { db, close } = openPool({ ...connection, max: 1 })
  try {
    await requireNewest(db)
    return []
  } finally {
    await close()
  }
}
