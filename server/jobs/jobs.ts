import type pg from 'pg'
import type { Logger } from '../base/logger.ts'
import type { Metrics } from '../base/metrics.ts'
import { isDatabaseAway } from '../log/database-failure.ts'
import type { LogRow } from '../log/log-row.ts'
import { addJobs } from './add-jobs.ts'
import { createJobMetrics } from './job-metrics.ts'
import { countJobs } from './job-queries.ts'
import { hasJobTables, makeJobTables } from './job-tables.ts'
import { LogReader } from './log-reader.ts'
import { PURPOSES } from './purposes.ts'
import { REPEATED_JOBS } from './repeated-jobs.ts'
import type { JobContext } from './task.ts'
import { JobWorker } from './worker.ts'

/** The log is also read this often without being woken, in case a wake-up was lost. */
const FALLBACK_MILLISECONDS = 10_000
/** How often it is checked that the repeated jobs are planned. */
const PLANNING_MILLISECONDS = 600_000
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
  readonly #connection: pg.PoolConfig
  readonly #logger: Logger
  #tables: Promise<void> | undefined
  #fallback: NodeJS.Timeout | undefined
  #planning: NodeJS.Timeout | undefined
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
    const plan = () =>
      void this.planRepeated().catch(
        (err) => isDatabaseAway(err) || this.#logger.warn({ err }, 'the repeated jobs could not be planned'),
      )
    this.#planning = setInterval(plan, PLANNING_MILLISECONDS).unref()
    plan()
    this.#worker.start()
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

  /** Plans the next run of every repeated job. Any node may do it, as often as it likes. */
  async planRepeated(): Promise<void> {
    const { database, clock } = this.#context
    for (const { task, everySeconds, realms } of REPEATED_JOBS) {
      const ids = await realms(database.db)
      if (ids.length === 0) continue
      await this.makeTables()
      const runAt = nextSlot(clock.now(), everySeconds * 1000)
      const jobOf = (realmId: number) => ({ task, realmId, payload: {}, runAt, key: task, id: `${task} ${runAt}` })
      await addJobs(database.db, ids.map(jobOf), { keepTime: true })
    }
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
    clearInterval(this.#planning)
    this.#fallback = undefined
    await Promise.all([this.#reader.stop(), this.#worker.stop()])
  }
}

/** The same moment on every node, so that a job that has just run is not planned for the same time again. */
const nextSlot = (now: number, every: number): number => (Math.floor(now / every) + 1) * every
