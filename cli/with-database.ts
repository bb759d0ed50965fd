import { type ClaimedFolder, claimDataFolder, currentHolder } from '../server/kernel/base/data-folder.ts'
import { createLogger, type Logger } from '../server/kernel/base/logger.ts'
import { type OpenedDatabase, openDatabase } from '../server/kernel/db/connect.ts'
import { openPool } from '../server/kernel/db/database.ts'
import { requireNewest } from '../server/kernel/db/migrate.ts'
import { migrateDatabase } from '../server/operations/process/migrate-database.ts'
import type { Input } from './command.ts'
import { requireDatabaseIn } from './existing-database.ts'

export interface Options {
  /** The command refuses to run next to a server, which would not see the changes. */
  readonly alone?: true
  /** Creates the data folder and the database if they do not exist. */
  readonly mayFound?: true
  /** The command only reads. A database that is not up to date is refused. */
  readonly readOnly?: true
}

/** The resources of a command. */
export interface CommandResources {
  readonly database: OpenedDatabase
  readonly log: Logger
  /** Null if it belongs to the running server or is not needed. */
  readonly folder: ClaimedFolder | null
  /** The migrations that were applied. */
  readonly applied: readonly string[]
}

/** Opens the database for one command: that of the running server, otherwise our own. */
export async function withDatabase(
  { config, command }: Input,
  work: (opened: CommandResources) => Promise<void>,
  { alone, mayFound, readOnly }: Options = {},
): Promise<void> {
  const joins = !alone && (currentHolder(config.dataDir)?.url ?? null) !== null
  if (!joins && !mayFound) requireDatabaseIn(config)
  // Reading an external database needs no data folder and must not create one.
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
