import type { Config } from '../../kernel/base/config.ts'
import { claimDataFolder } from '../../kernel/base/data-folder.ts'
import { createLogger } from '../../kernel/base/logger.ts'
import { openDatabase } from '../../kernel/db/connect.ts'
import { stopRequested } from './drain.ts'
import { probeAddress } from './listen.ts'

/** Runs a server process: folder → database → context → listening → drained. */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config)
  const stop = stopRequested(() => process.exit(1))
  const starting = new AbortController()
  void stop.then(() => starting.abort())
  const folder = await claimDataFolder(config.dataDir, 'serve', config.url, log)
  try {
    await probeAddress(config.host, config.port)
    if (config.mailIn) await probeAddress(config.mailIn.host, config.mailIn.port, 'mail')
    const database = await openDatabase(config, log, {
      signal: starting.signal,
      keepRunning: log,
      onSpawn: () => void loadServer().catch(() => {}),
    })
    try {
      const { runServer } = await loadServer()
      await runServer(config, folder, database, log, stop)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!starting.signal.aborted || error !== starting.signal.reason) throw error
    log.info(`Stopping (${await stop}) before the database was ready.`)
  } finally {
    folder.release()
  }
}

/** Loading the modules takes as long as the database needs to start, so both are done at once. */
const loadServer = () => import('./run-server.ts')
