import type { WorkerPool } from 'graphile-worker'
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { KEEP_ALIVE } from '../db/database.ts'
import { isDatabaseAway } from '../log/database-failure.ts'
import type { Logger } from '../logger.ts'
import type { JobDoor, Task } from './task.ts'
import { MOST_AT_ONCE, POLL_MILLISECONDS, taskList, type WorkerHooks, workerOptions } from './worker-options.ts'
import { adoptWorker, forgetWorkers, giveBack, hasDueJob, releaseDeadWorkers } from './worker-queries.ts'

const SWEEP_MILLISECONDS = 5_000
/** Of the time a stop has, this much passes before running jobs are told to give up. */
const SHARE_BEFORE_ABORT = 0.7
const CLOSE_MILLISECONDS = 500

export interface WorkerMeans {
  readonly door: JobDoor
  readonly database: Database
  readonly connection: pg.PoolConfig
  /** Loaded with the first job, as they bring most of the features. */
  loadTasks(): Promise<readonly Task[]>
  /** This process among the nodes. */
  readonly node: string
  readonly logger: Logger
  /** For how long a stop waits for running jobs, in milliseconds. */
  readonly drainMilliseconds: number
  onOutcome: WorkerHooks['onOutcome']
}

interface Running {
  readonly pool: pg.Pool
  readonly workers: WorkerPool
}

/**
 * Runs jobs that are due. graphile-worker is loaded when the first one is: a server without jobs neither waits for it nor
 * holds it in memory. Jobs of a node that died are given back by whichever node notices it in the table of nodes.
 */
export class JobWorker {
  readonly #means: WorkerMeans
  #timers: NodeJS.Timeout[] = []
  #running: Running | undefined
  #isBusy = false
  #isStopping = false

  constructor(means: WorkerMeans) {
    this.#means = means
  }

  start(): void {
    this.#every(POLL_MILLISECONDS, () => this.#look())
    this.#every(SWEEP_MILLISECONDS, () => this.#sweep())
    void this.#guarded(() => this.#sweep())
  }

  /** There are new jobs. */
  wake(): void {
    if (this.#timers.length > 0) void this.#guarded(() => this.#look())
  }

  /** Begins to work if there is a job that is due; once it works, it goes on by itself. */
  async #look(): Promise<void> {
    if (this.#running || this.#isBusy || this.#isStopping) return
    this.#isBusy = true
    try {
      const { database, door } = this.#means
      if (await hasDueJob(database.db, door.clock.now())) await this.#run()
    } finally {
      this.#isBusy = false
    }
  }

  /** Waits for running jobs; those that do not end in time are given back, as if they had not been tried. */
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
      if (count > 0) logger.info(`${count} jobs did not end in time: they will be tried again.`)
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

  /** A database that is away is told of by the node itself. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((err) => {
      if (!this.#isStopping && !isDatabaseAway(err)) this.#means.logger.warn({ err }, 'upkeep of jobs')
    })
  }

  async #sweep(): Promise<void> {
    const { database, node, logger } = this.#means
    const own = this.#running?.workers.id ?? null
    if (own) await adoptWorker(database.db, own, node)
    const dead = await releaseDeadWorkers(database.db, own)
    if (dead > 0) logger.info(`Jobs of ${dead} workers whose process is gone can be run again.`)
  }

  async #run(): Promise<void> {
    const { door, loadTasks, database, connection, node, logger, onOutcome, drainMilliseconds } = this.#means
    const [graphile, tasks] = await Promise.all([import('graphile-worker'), loadTasks()])
    if (this.#isStopping) return
    const pool = new pg.Pool({ ...KEEP_ALIVE, ...connection, max: MOST_AT_ONCE + 1 })
    // Without listeners a lost connection would end the process; the statement that meets it fails anyway.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const hooks = { onOutcome, onStart: (id: string) => adoptWorker(database.db, id, node) }
    const patience = drainMilliseconds * SHARE_BEFORE_ABORT
    const options = workerOptions({ logger, hooks, patience, graphile })
    const workers = graphile.runTaskList(options, taskList(door, tasks), pool)
    this.#running = { pool, workers }
    void workers.promise
      .catch((err) => this.#isStopping || logger.warn({ err }, 'jobs stopped'))
      .then(() => this.#ended())
  }

  /** By itself, after a failure: what it had is given back, and the next look starts again. */
  async #ended(): Promise<void> {
    const running = this.#running
    if (!running || this.#isStopping) return
    const { database } = this.#means
    await this.#guarded(() => forgetWorkers(database.db, [running.workers.id]))
    await inTime(CLOSE_MILLISECONDS, running.pool.end())
    this.#running = undefined
  }
}

async function inTime(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}
