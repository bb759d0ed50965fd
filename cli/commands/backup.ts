import { resolve } from 'node:path'
import { seconds, systemClock } from '../../server/kernel/base/clock.ts'
import { openFileStore } from '../../server/kernel/files/open-store.ts'
import { compressTo, writeFileWhole } from '../../server/operations/backup/backup-file.ts'
import { readPassphrase } from '../../server/operations/backup/passphrase.ts'
import { Progress } from '../../server/operations/backup/progress.ts'
import { writeBackup } from '../../server/operations/backup/write-backup.ts'
import { type Input, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const STANDARD_OUTPUT = '-'

export const run = (input: Input): Promise<void> => {
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
      if (file === STANDARD_OUTPUT) await compressTo(bytes, process.stdout, passphrase)
      else await writeFileWhole({ file: resolve(file), passphrase }, bytes)
      process.stderr.write(`The backup is complete: ${progress.summary()}.\n`)
    },
    { readOnly: true },
  )
}
