import { resolve } from 'node:path'
import type pg from 'pg'
import { seconds, systemClock } from '../../server/kernel/base/clock.ts'
import { openPool } from '../../server/kernel/db/database.ts'
import { openFileStore } from '../../server/kernel/files/open-store.ts'
import { writeFileWhole, writeToStream } from '../../server/operations/backup/backup-file.ts'
import { readPassphrase } from '../../server/operations/backup/passphrase.ts'
import { Progress } from '../../server/operations/backup/progress.ts'
import { recordComplete } from '../../server/operations/backup/queries.ts'
import { writeBackup } from '../../server/operations/backup/write-backup.ts'
import { type Input, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const STANDARD_OUTPUT = '-'

export const run = (input: Input): Promise<void> => {
  endWithParent()
  const file = input.arguments[0]!
  const { config } = input
  const passphrase = readPassphrase(input.option('passphrase-file'))
  if (file === STANDARD_OUTPUT && process.stdout.isTTY) throw new UsageError('A backup is not text for a terminal.')
  return withDatabase(
    input,
    async ({ database }) => {
      const { secretFile } = config
      const source = {
        connection: database.connection,
        store: openFileStore(config),
        secretFile,
        now: seconds(systemClock),
      }
      const progress = new Progress('Backing up')
      const bytes = writeBackup(source, progress)
      if (file === STANDARD_OUTPUT) await writeToStream(bytes, process.stdout, passphrase)
      else await writeFileWhole({ file: resolve(file), passphrase }, bytes)
      await remember(database.connection, source.now)
      process.stderr.write(`The backup is complete: ${progress.summary()}.\n`)
    },
    { readOnly: true },
  )
}

/** A server makes its daily backup with this command. If it is killed, its database may end, too. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(1))
  // The listener alone would keep this process running.
  process.channel?.unref()
}

/** For the metrics and "parley doctor". A role that may only read can make backups, too. */
async function remember(connection: pg.PoolConfig, at: number): Promise<void> {
  const { db, close } = openPool({ ...connection, max: 1 })
  await recordComplete(db, at)
    .catch(() => {})
    .finally(close)
}
