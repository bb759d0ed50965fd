import { type Context, openContext } from '../server/context.ts'
import { claimDataFolder, currentHolder } from '../server/data-folder.ts'
import { openDatabase } from '../server/db/connect.ts'
import { createLogger } from '../server/logger.ts'
import { migrateDatabase } from '../server/migrate-database.ts'
import type { Input } from './command.ts'

/**
 * Opens what the server has open, for one command: beside a running server on its database, otherwise on our own. What
 * the command changes goes through the same actions and the same log, so a running server follows it.
 */
export async function withContext(
  input: Input,
  work: (ctx: Context) => Promise<void>,
  company: 'beside a server' | 'alone' = 'beside a server',
): Promise<void> {
  const { config } = input
  const joins = company !== 'alone' && (currentHolder(config.dataDir)?.url ?? null) !== null
  const folder = joins ? null : await claimDataFolder(config.dataDir, input.command.name, null)
  try {
    const log = createLogger({ logFormat: 'pretty' }, process.stderr)
    const database = await openDatabase(config, log, { owner: folder !== null })
    try {
      if (folder) await migrateDatabase(database, log)
      const ctx = await openContext(config, database, log, folder ? { folder } : {})
      try {
        await work(ctx)
      } finally {
        await ctx.close()
      }
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}
