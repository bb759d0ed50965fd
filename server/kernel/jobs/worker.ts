import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerPool } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../base/logger.ts'
import type { Database } from '../db/database.ts'
import { KEEP_ALIVE } from '../db/limited-session.ts'
import { isDatabaseAway } from '../log/database-failure.ts'
import type { WorkContext } from '../work-context.ts'
import type { Task } from './task.ts'
import { MAX_CONCURRENT_JOBS, POLL_MILLISECONDS, taskList, type WorkerHooks, workerOptions } from './worker-options.ts'
import { adoptWorker, forgetWorkers, giveBack, hasDueJob, releaseDeadWorkers } from './worker-queries.ts'

const SWEEP_MILLISECONDS = 5_000
/** The share of the drain time after which running jobs are aborted. */
const SHARE_BEFORE_ABORT = 0.7
const CLOSE_MILLISECONDS = 500

export interface WorkerResources {
  readonly context: WorkContext
  readonly database: Database
  readonly connection: pg.PoolConfig
  /** Lazy, because tasks import most of the features. */
  readonly tasks: readonly Task[]
  /** The id of this process in the table `node`. */
  readonly node: string
  readonly logger: Logger
  /** How long a stop waits for running jobs. */
  readonly drainMilliseconds: number
  onOutcome: WorkerHooks['onOutcome']
}

interface RunningWorkers {
  readonly pool: pg.Pool
  readonly workers: WorkerPool
}

/**
 * Runs due jobs. graphile-worker is loaded with the first due job, so a server without jobs pays neither start-up time
 * nor memory for it. Every node releases the jobs of dead nodes.
 */
export class JobWorker {
  readonly #means: WorkerResources
  #timers: NodeJS.Timeout[] = []
  #running: RunningWorkers | undefined
  /** Workers of this process that failed and still hold their jobs. */
  readonly #failed = new Set<string>()
  #isBusy = false
  #isStopping = false

  constructor(means: WorkerResources) {
    this.#means = means
  }

  start(): void {
    this.#every(POLL_MILLISECONDS, () => this.#look())
    this.#every(SWEEP_MILLISECONDS, () => this.#sweep())
    void this.#guarded(() => this.#sweep())
  }

  /** Checks for due jobs now instead of at the next poll. */
  wake(): void {
    if (this.#timers.length > 0) void this.#guarded(() => this.#look())
  }

  /** Starts the workers if a job is due. From then on graphile-worker polls by itself. */
  async #look(): Promise<void> {
    if (this.#running || this.#isBusy || this.#isStopping) return
    this.#isBusy = true
    try {
      const { database, context } = this.#means
      await this.#releaseFailed()
      if (await hasDueJob(database.db, context.clock.now())) await this.#run()
    } finally {
      this.#isBusy = false
    }
  }

  /** Waits for running jobs. Those that do not finish in time are released, and the try does not count. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const timer of this.#timers) clearInterval(timer)
    const running = this.#running
    if (!running) return
    this.#running = undefined
    const { database, drainMilliseconds, logger } = this.#means
    const ended = Promise.resolve(running.workers.gracefulShutdown('the server stops')).catch(() => {})
    if (!(await inTime(drainMilliseconds, ended))) {
      const count = await giveBack(database.db, running.workers.id)
      if (count > 0) logger.info(`${count} jobs did not finish in time and will run again.`)
      void Promise.resolve(running.workers.forcefulShutdown('the server stops')).catch(() => {})
    }
    await forgetWorkers(database.db, [running.workers.id])
    await inTime(CLOSE_MILLISECONDS, running.pool.end())
  }

  #every(milliseconds: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void this.#guarded(work), milliseconds)
    timer.unref()
    this.#timers.push(timer)
  }

  /** A lost database is logged by Nodes, so it is not logged again here. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((err) => {
      if (!this.#isStopping && !isDatabaseAway(err)) this.#means.logger.warn({ err }, 'the upkeep of jobs failed')
    })
  }

  async #sweep(): Promise<void> {
    const { database, node, logger } = this.#means
    const own = this.#running?.workers.id ?? null
    if (own) await adoptWorker(database.db, own, node)
    const dead = await releaseDeadWorkers(database.db, own)
    if (dead > 0) logger.info(`Released the jobs of ${dead} workers whose process is gone.`)
  }

  async #run(): Promise<void> {
    const { context, tasks, database, connection, node, logger, onOutcome, drainMilliseconds } = this.#means
    const graphile = await import('graphile-worker')
    if (this.#isStopping) return
    const pool = new pg.Pool({ ...KEEP_ALIVE, ...connection, max: MAX_CONCURRENT_JOBS + 1 })
    // Without error listeners a lost connection would crash the process. Its statement fails anyway.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const failing = Promise.withResolvers<void>()
    let isFailing = false
    const onLostAnswer = (running?: WorkerPool) => {
      if (isFailing || this.#isStopping) return
      isFailing = true
      failing.resolve()
      if (running) void this.#retire(running).catch(() => {})
    }
    const hooks = { onOutcome, onStart: (id: string) => adoptWorker(database.db, id, node), onLostAnswer }
    const patience = drainMilliseconds * SHARE_BEFORE_ABORT
    const options = workerOptions({ logger, hooks, patience, graphile })
    const workers = graphile.runTaskList(options, taskList(context, tasks), pool)
    this.#running = { pool, workers }
    // After two lost reports graphile-worker may never say that it has stopped.
    const overdue = failing.promise.then(() => wait(drainMilliseconds, undefined, { ref: false }))
    void Promise.race([workers.promise, overdue])
      .catch((err) => this.#isStopping || logger.warn({ err }, 'the job workers stopped'))
      .then(() => this.#ended())
  }

  /** Stops between two polls, because graphile-worker prints a trace for a worker that is stopped while it fetches. */
  async #retire(workers: WorkerPool): Promise<void> {
    await wait(POLL_MILLISECONDS / 2, undefined, { ref: false })
    if (!this.#isStopping) await workers.gracefulShutdown('an answer of the database was lost')
  }

  /** The workers stopped after a failure. The next poll releases their jobs and starts new workers. */
  async #ended(): Promise<void> {
    const running = this.#running
    if (!running || this.#isStopping) return
    this.#failed.add(running.workers.id)
    await inTime(CLOSE_MILLISECONDS, running.pool.end())
    this.#running = undefined
  }

  /** The database may be away when workers fail, so this is retried with every poll. */
  async #releaseFailed(): Promise<void> {
    const ids = [...this.#failed]
    await forgetWorkers(this.#means.database.db, ids)
    for (const id of ids) this.#failed.delete(id)
  }
}

async function inTime(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}
