import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/base/config.ts'
import { refusalOf, refuse } from '../server/base/startup-refusal.ts'
import { clusterFolder } from '../server/db/embedded/shelter.ts'

/** A mistyped folder must not become a new, empty server on which everything is fine. */
export function requireDatabaseIn({ dataDir, databaseUrl }: Config): void {
  if (databaseUrl !== null) return
  try {
    // Not merely whether it exists: a folder that is closed to this user is another matter, and says so.
    if (statSync(join(clusterFolder(dataDir), 'PG_VERSION'), { throwIfNoEntry: false })) return
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
  throw refuse.folderWithoutDatabase(dataDir)
}
