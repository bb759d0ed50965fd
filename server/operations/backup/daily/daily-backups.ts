import { join } from 'node:path'
import type pg from 'pg'
import { type Clock, seconds } from '../../../kernel/base/clock.ts'
import type { BackupsConfig } from '../../../kernel/base/config.ts'
import type { Logger } from '../../../kernel/base/logger.ts'
import { type Db, openPool } from '../../../kernel/db/database.ts'
import { mayComeAgain } from '../../../kernel/log/database-failure.ts'
import { readBackups, recordDaily, recordFailure } from '../queries.ts'
import { backupName, listBackups, removeOld, removeUnfinished } from './kept-backups.ts'

const DAY = 86_400
/** After a failure, unless the server is started again. */
const RETRY_AFTER = 3_600
const FIRST_MILLISECONDS = 5_000
const TICK_MILLISECONDS = 60_000
/** The number is arbitrary. The node that holds it makes the backup. */
const BACKUP_LOCK = 727_277

export interface DailyBackupContext {
  readonly config: BackupsConfig
  readonly db: Db
  readonly connection: pg.PoolConfig
  readonly clock: Clock
  readonly logger: Logger
  /** True if other servers share the database. One of them may have its own folder. */
  hasOthers(): boolean
  /** Writes a complete file or none. */
  write(file: string, signal: AbortSignal): Promise<void>
}

/** Makes a backup every day. Of several nodes one makes it, and all know from the database when. */
export class DailyBackups {
  readonly #means: DailyBackupContext
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isFirst = true

  constructor(means: DailyBackupContext) {
    this.#means = means
  }

  start(): void {
    this.#next(FIRST_MILLISECONDS)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  #next(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.runIfDue()
        .catch((err) => mayComeAgain(err) || this.#means.logger.warn({ err }, 'could not look for the daily backup'))
        .then(() => {
          if (!this.#stopping.signal.aborted) this.#next(TICK_MILLISECONDS)
        })
    }, milliseconds).unref()
  }

  /** Makes a backup if none was made for a day. After a start, one that failed or is gone is made at once. */
  async runIfDue(): Promise<void> {
    const isDue = () => this.#isDue(this.#isFirst)
    if (await isDue())
      await this.#alone(async () => {
        if (await isDue()) await this.#run()
      })
    this.#isFirst = false
  }

  async #isDue(isFirst: boolean): Promise<boolean> {
    const { db, clock, config, hasOthers } = this.#means
    const now = seconds(clock)
    const { dailyAt, failedAt } = await readBackups(db)
    // After a clock was set back, a time in the future counts as long ago.
    const within = (time: number | null, span: number) => time !== null && time > now - span && time <= now
    if (!isFirst && within(failedAt, RETRY_AFTER)) return false
    if (!within(dailyAt, DAY)) return true
    return isFirst && !hasOthers() && (await listBackups(config.folder).catch(() => [])).length === 0
  }

  async #run(): Promise<void> {
    const { db, clock, config, logger, write } = this.#means
    const { folder, keep } = config
    const at = seconds(clock)
    const name = backupName(at)
    const begin = performance.now()
    try {
      // A folder that is missing is reported by the backup.
      await removeUnfinished(folder).catch(() => {})
      await write(join(folder, name), this.#stopping.signal)
      await recordDaily(db, at)
      logger.info({ file: name, ms: Math.round(performance.now() - begin) }, 'the daily backup is complete')
      await removeOld(folder, keep, name)
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      const reason = (error as Error).message
      // The failure is recorded first: the metric is set when the line is in the log.
      await recordFailure(db, at, reason).finally(() =>
        logger.error({ file: name }, `the daily backup failed: ${reason}`),
      )
    }
  }

  /** Does nothing if another node is at it. The lock ends with its connection, so with a killed process. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const { pool, close } = openPool({ ...this.#means.connection, max: 1 })
    try {
      const { rows } = await pool.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
      if (!rows[0]?.taken) return
      await work()
      // The database may notice the end of the connection later.
      await pool.query('select pg_advisory_unlock($1)', [BACKUP_LOCK])
    } finally {
      await close()
    }
  }
}
