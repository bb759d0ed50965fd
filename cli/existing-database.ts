import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/kernel/base/config.ts'
import { requireNoRestore } from '../server/kernel/base/data-folder.ts'
import { refusalOf, refuse } from '../server/kernel/base/startup-refusal.ts'
import { clusterFolder } from '../server/kernel/db/embedded/shelter.ts'
import { requireRememberedUrl } from '../server/kernel/db/known-database.ts'

/** Refuses a folder without a database. A mistyped folder must not become a new, empty server. */
export function requireDatabaseIn({ dataDir, databaseUrl }: Config): void {
  requireNoRestore(dataDir)
  if (databaseUrl !== null) return
  requireRememberedUrl({ dataDir, databaseUrl })
  try {
    // Reads the file, so that a folder without read permission causes its own error.
    if (statSync(join(clusterFolder(dataDir), 'PG_VERSION'), { throwIfNoEntry: false })) return
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
  throw refuse.folderWithoutDatabase(dataDir)
}
