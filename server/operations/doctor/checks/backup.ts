import { readBackups } from '../../backup/queries.ts'
import type { Check } from '../check.ts'

const HOUR = 3_600
/** One that took long, or was late, is not yet a missed one. */
const MAX_BACKUP_AGE_SECONDS = 36 * HOUR

export const backupCheck: Check = {
  name: 'backup',
  isWanted: ({ isStarting, config }) => !isStarting || config.backups !== null,
  async examine({ db, config, isStarting }) {
    if (!db) return undefined
    const { completedAt, failure } = await readBackups(db)
    if (failure !== null && config.backups) return `The last daily backup failed: ${failure}`
    const remedy = config.backups
      ? 'look for "daily backup" in the log of the server'
      : 'set PARLEY_BACKUP_DIR to a folder on another disk, or run "parley backup" every day'
    // The server makes the first one soon.
    if (completedAt === null) return isStarting ? undefined : `There is no backup of this database: ${remedy}.`
    const age = Date.now() / 1000 - completedAt
    if (age <= MAX_BACKUP_AGE_SECONDS || (isStarting && failure === null)) return null
    return `The last backup is ${Math.floor(age / HOUR)} hours old: ${remedy}.`
  },
}
