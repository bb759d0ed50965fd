import type pg from 'pg'
import { getOrMake } from '../base/get-or-make.ts'
import type { Logger } from '../base/logger.ts'
import type { Metrics } from '../base/metrics.ts'
import { isDatabaseAway, mayComeAgain } from '../log/database-failure.ts'
import type { LogRow } from '../log/log-row.ts'
import type { WorkContext } from '../work-context.ts'
import { createJobMetrics } from './job-metrics.ts'
import { countJobs } from './job-queries.ts'
import { hasJobTables, makeJobTables } from './job-tables.ts'
import { LogReader } from './log-reader.ts'
import { type MessageJobs, purposesOf } from './purposes.ts'
import { type RecurringTask, RecurringTasks } from './recurring.ts'
import type { Search } from './search.ts'
import type { Task } from './task.ts'
import { JobWorker } from './worker.ts'

/** The log is also read this often without being woken, in case a wake-up was lost. */
const FALLBACK_MILLISECONDS = 10_000
/** How long a stop waits for running jobs. Shorter than for requests, so that unfinished jobs can still be released. */
const DRAIN_MILLISECONDS = 2_500

interface JobResources {
  readonly connection: pg.PoolConfig
  readonly node: string
  readonly logger: Logger
  readonly metrics: Metrics
}

/** What the features let the jobs do. */
export interface Work {
  readonly tasks: readonly Task[]
  readonly recurring: readonly RecurringTask[]
  readonly messageJobs: readonly MessageJobs[]
  readonly searches: readonly Search[]
}

/** Work after commit: a reader turns log rows into jobs, a worker runs them. Nothing happens before `start`. */
export class Jobs {
  readonly #context: WorkContext
  readonly #reader: LogReader
  readonly #worker: JobWorker
  readonly #recurring: RecurringTasks
  readonly #connection: pg.PoolConfig
  readonly #logger: Logger
  #tables: Promise<void> | undefined
  #fallback: NodeJS.Timeout | undefined
  readonly #searches: readonly Search[]
  #timers: readonly NodeJS.Timeout[] = []
  readonly #searching = new Map<Search, Promise<void>>()
  #stopped: Promise<void> | undefined

  constructor(context: WorkContext, work: Work, { connection, node, logger, metrics }: JobResources) {
    const { database } = context
    this.#context = context
    this.#connection = connection
    this.#logger = logger
    this.#searches = work.searches
    const onOutcome = createJobMetrics(metrics.registry, () => countJobs(database.db))
    this.#worker = new JobWorker({
      ...{ context, database, connection, node, logger, onOutcome },
      tasks: work.tasks,
      drainMilliseconds: DRAIN_MILLISECONDS,
    })
    this.#recurring = new RecurringTasks(context, work.recurring, logger)
    this.#reader = new LogReader({
      database,
      purposes: purposesOf(work.messageJobs),
      beforeJobs: () => this.makeTables(),
      onJobs: () => this.#worker.wake(),
      onFailure: (err) => isDatabaseAway(err) || logger.warn({ err }, 'failed to read the log for jobs'),
    })
  }

  start(): void {
    const read = () => void this.readLog().catch(() => {})
    this.#fallback = setInterval(read, FALLBACK_MILLISECONDS).unref()
    this.#timers = this.#searches.map((one) => setInterval(() => void this.#search(one), one.everyMilliseconds).unref())
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

  /** One at a time: a search that takes long is not joined by another. */
  #search(search: Search): Promise<void> {
    return getOrMake(this.#searching, search, () =>
      search
        .run(this.#context)
        .catch((err) => mayComeAgain(err) || this.#logger.warn({ err }, `failed to search for ${search.name}`))
        .then(() => void this.#searching.delete(search)),
    )
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
    for (const timer of this.#timers) clearInterval(timer)
    this.#fallback = undefined
    await Promise.all(this.#searching.values())
    await Promise.all([this.#reader.stop(), this.#worker.stop(), this.#recurring.stop()])
  }
}
