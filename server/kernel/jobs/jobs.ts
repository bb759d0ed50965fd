import type pg from 'pg'
import { findMissedMessages } from '../../outside/missed-mail/find-missed.ts'
import type { Logger } from '../base/logger.ts'
import type { Metrics } from '../base/metrics.ts'
import { isDatabaseAway, mayComeAgain } from '../log/database-failure.ts'
import type { LogRow } from '../log/log-row.ts'
import { createJobMetrics } from './job-metrics.ts'
import { countJobs } from './job-queries.ts'
import { hasJobTables, makeJobTables } from './job-tables.ts'
import { LogReader } from './log-reader.ts'
import { PURPOSES } from './purposes.ts'
import { RecurringTasks } from './recurring.ts'
import type { JobContext } from './task.ts'
import { JobWorker } from './worker.ts'

/** The log is also read this often without being woken, in case a wake-up was lost. */
const FALLBACK_MILLISECONDS = 10_000
/** A search costs one statement when there is nothing new. Mail waits longer than this anyway. */
const SEARCH_MILLISECONDS = 10_000
/** How long a stop waits for running jobs. Shorter than for requests, so that unfinished jobs can still be released. */
const DRAIN_MILLISECONDS = 2_500

interface JobResources {
  readonly connection: pg.PoolConfig
  readonly node: string
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Work after commit: a reader turns log rows into jobs, a worker runs them. Nothing happens before `start`. */
export class Jobs {
  readonly #context: JobContext
  readonly #reader: LogReader
  readonly #worker: JobWorker
  readonly #recurring: RecurringTasks
  readonly #connection: pg.PoolConfig
  readonly #logger: Logger
  #tables: Promise<void> | undefined
  #fallback: NodeJS.Timeout | undefined
  #search: NodeJS.Timeout | undefined
  #searching: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(context: JobContext, { connection, node, logger, metrics }: JobResources) {
    const { database } = context
    this.#context = context
    this.#connection = connection
    this.#logger = logger
    const onOutcome = createJobMetrics(metrics.registry, () => countJobs(database.db))
    this.#worker = new JobWorker({
      ...{ context, database, connection, node, logger, onOutcome },
      loadTasks: async () => (await import('./tasks.ts')).TASKS,
      drainMilliseconds: DRAIN_MILLISECONDS,
    })
    const loadRecurring = async () => (await import('./recurring-tasks.ts')).RECURRING_TASKS
    this.#recurring = new RecurringTasks(context, loadRecurring, logger)
    this.#reader = new LogReader({
      database,
      purposes: PURPOSES,
      beforeJobs: () => this.makeTables(),
      onJobs: () => this.#worker.wake(),
      onFailure: (err) => isDatabaseAway(err) || logger.warn({ err }, 'failed to read the log for jobs'),
    })
  }

  start(): void {
    const read = () => void this.readLog().catch(() => {})
    this.#fallback = setInterval(read, FALLBACK_MILLISECONDS).unref()
    this.#search = setInterval(() => void this.#searchMissed(), SEARCH_MILLISECONDS).unref()
    this.#worker.start()
    this.#recurring.start()
    // Rows committed before this start, or by a command while no server ran.
    read()
  }

  /** Called with every row that memory applies. */
  noticed(realmId: number, row: LogRow): void {
    if (this.#fallback && this.#reader.noticed(realmId, row)) this.#reader.wake(realmId)
  }

  /** Turns every committed row into its jobs. */
  readLog(): Promise<void> {
    return this.#reader.catchUp()
  }

  /** Finds people who get mail about messages that they missed. */
  findMissedMessages(): Promise<void> {
    return findMissedMessages(this.#context)
  }

  /** One at a time: a search that takes long is not joined by another. */
  #searchMissed(): Promise<void> {
    this.#searching ??= this.findMissedMessages()
      .catch((err) => mayComeAgain(err) || this.#logger.warn({ err }, 'failed to search for missed messages'))
      .then(() => {
        this.#searching = undefined
      })
    return this.#searching
  }

  /** Runs the recurring tasks that are due. The start repeats it every minute. */
  runRecurring(): Promise<void> {
    return this.#recurring.runDue()
  }

  /** Creates the job tables. The start calls it. Tests run without a start, so the first job creates them there. */
  makeTables(): Promise<void> {
    this.#tables ??= this.#requireTables().catch((error) => {
      this.#tables = undefined
      throw error
    })
    return this.#tables
  }

  async #requireTables(): Promise<void> {
    if (!(await hasJobTables(this.#context.database.pool))) await makeJobTables(this.#connection)
  }

  /** May be called twice. The second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    clearInterval(this.#fallback)
    clearInterval(this.#search)
    this.#fallback = undefined
    await this.#searching
    await Promise.all([this.#reader.stop(), this.#worker.stop(), this.#recurring.stop()])
  }
}
