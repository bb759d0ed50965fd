import { claimDataFolder } from '../../server/data-folder.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { createLogger } from '../../server/logger.ts'
import { migrateDatabase } from '../../server/migrate-database.ts'
import type { Input } from '../command.ts'

/** Not beside a running server: it would go on with code that does not know the new state. */
export async function run({ config, command }: Input): Promise<void> {
  const folder = await claimDataFolder(config.dataDir, command.name, null)
  try {
    const log = createLogger({ logFormat: 'pretty' }, process.stderr)
    const database = await openDatabase(config, log)
    try {
      const applied = await migrateDatabase(database, log)
      console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.')
    } finally {
      await database.close()
    }
  } finally {
    folder.release()
  }
}
