import { resolve } from 'node:path'
import type { Config } from '../../server/kernel/base/config.ts'
import { claimDataFolder } from '../../server/kernel/base/data-folder.ts'
import { createLogger, type Logger } from '../../server/kernel/base/logger.ts'
import { refuse } from '../../server/kernel/base/startup-refusal.ts'
import { type OpenedDatabase, openDatabase } from '../../server/kernel/db/connect.ts'
import { openFileStore } from '../../server/kernel/files/open-store.ts'
import { makeJobTables } from '../../server/kernel/jobs/job-tables.ts'
import { readPassphrase } from '../../server/operations/backup/passphrase.ts'
import { Progress } from '../../server/operations/backup/progress.ts'
import { checkBackup, restoreBackup } from '../../server/operations/backup/restore.ts'
import {
  beginRestore,
  emptyStore,
  endRestore,
  hasTables,
  requireEmptyFolder,
  wasInterrupted,
} from '../../server/operations/backup/restore-target.ts'
import type { Input } from '../command.ts'
import { check } from './fsck.ts'

export async function run({ config, command, arguments: [path = ''], option }: Input): Promise<void> {
  const file = { file: resolve(path), passphrase: readPassphrase(option('passphrase-file')) }
  const store = openFileStore(config)
  const { head, secret } = await checkBackup(file, new Progress('Checking'))
  await requireEmptyFolder(config, store, secret)
  const log = createLogger({ logFormat: 'pretty' }, process.stderr)
  const folder = await claimDataFolder(config.dataDir, command.name, null, log)
  try {
    await withTarget(config, log, async (database) => {
      const progress = new Progress('Restoring')
      const { connection } = database
      await emptyStore(store)
      await makeJobTables(connection)
      await restoreBackup(file, { connection, store, secretFile: config.secretFile }, progress)
      const at = new Date(head.at * 1000).toISOString()
      console.log(`The backup of ${at} (Parley ${head.parley}) is restored: ${progress.summary()}.`)
    })
  } finally {
    folder.release()
  }
}

/** Opens the target, restores into it unless an interrupted restore had come to its end, and checks the result. */
async function withTarget(
  config: Config,
  log: Logger,
  restore: (database: OpenedDatabase) => Promise<void>,
): Promise<void> {
  const isRepeated = wasInterrupted(config)
  // An external database is checked before anything is written. An embedded one does not exist yet.
  if (config.databaseUrl === null) beginRestore(config)
  const database = await openDatabase(config, log, { owner: true })
  try {
    const isFull = await hasTables(database.connection)
    if (isFull && !isRepeated) throw refuse.restoreIntoData(`${database.description} has tables`)
    if (isFull) console.log('The interrupted restore had come to its end.')
    else {
      beginRestore(config)
      await restore(database)
    }
    await check(database, config)
    endRestore(config)
  } finally {
    await database.close()
  }
}
