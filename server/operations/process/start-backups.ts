import { seconds } from '../../kernel/base/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { OpenedDatabase } from '../../kernel/db/connect.ts'
import { addBackupMetrics } from '../backup/daily/backup-metrics.ts'
import { DailyBackups } from '../backup/daily/daily-backups.ts'
import { runBackup } from '../backup/daily/run-backup.ts'
import { readBackups } from '../backup/queries.ts'

/** Starts the daily backups, if the operator wants them. */
export function startBackups(ctx: Context, { connection }: OpenedDatabase): { stop(): Promise<void> } {
  const { config, database, clock, logger, realms, metrics } = ctx
  addBackupMetrics(
    metrics.registry,
    () => seconds(clock),
    () => readBackups(database.db),
  )
  if (config.backups === null) return { stop: async () => {} }
  const { passphraseFile } = config.backups
  const daily = new DailyBackups({
    config: config.backups,
    db: database.db,
    connection,
    clock,
    logger,
    hasOthers: () => realms.shared(),
    write: (file, signal) => runBackup(file, passphraseFile, signal),
  })
  daily.start()
  return daily
}
