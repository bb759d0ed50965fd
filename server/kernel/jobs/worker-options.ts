import { EventEmitter } from 'node:events'
import type { Logger as GraphileLogger, TaskList, Worker, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Logger } from '../base/logger.ts'
import type { WorkContext } from '../work-context.ts'
import type { StoredJob } from './add-jobs.ts'
import { SCHEMA } from './job-tables.ts'
import { SlowJobs } from './slow-jobs.ts'
import type { Task } from './task.ts'

export const POLL_MILLISECONDS = 500
export const MAX_CONCURRENT_JOBS = 4

export interface WorkerHooks {
  /** Awaited before a worker locks its first job. */
  onStart(poolId: string): Promise<void>
  onOutcome(task: string, outcome: 'done' | 'failed'): void
  /**
   * An answer of the database was lost, so a job may be locked that no worker knows of. With the workers if they would
   * go on. After a lost report of a finished job they stop by themselves.
   */
  onLostAnswer(running?: WorkerPool): void
}

interface WorkerParts {
  readonly logger: Logger
  readonly hooks: WorkerHooks
  /** How long running jobs have after a stop before they are aborted, in milliseconds. */
  readonly patience: number
  readonly graphile: typeof import('graphile-worker')
}

/**
 * Options for graphile-worker. It uses the time of this process, because jobs get their times from the same clock.
 * Finished jobs are reported in batches: graphile-worker does not handle the failure of a single report, which would
 * crash the process.
 */
export const workerOptions = ({ logger, hooks, patience, graphile }: WorkerParts, slow = new SlowJobs()) => ({
  schema: SCHEMA,
  concurrency: MAX_CONCURRENT_JOBS,
  pollInterval: POLL_MILLISECONDS,
  useNodeTime: true,
  noHandleSignals: true,
  gracefulShutdownAbortTimeout: patience,
  logger: loggerFor(graphile, logger),
  events: eventsFor(logger, hooks, slow),
  forbiddenFlags: slow.forbiddenFlags,
  preset: {
    worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    plugins: [
      {
        name: 'parley',
        version: '1.0.0',
        worker: {
          hooks: {
            startWorker: (_: unknown, { worker, flagsToSkip }: { worker: Worker; flagsToSkip: string[] | null }) => {
              slow.begin(worker, flagsToSkip)
              return hooks.onStart(worker.workerPool.id)
            },
          },
        },
      },
    ],
  },
})

/** Our tasks in the form that graphile-worker takes. */
export const taskList = (context: WorkContext, tasks: readonly Task[]): TaskList =>
  Object.fromEntries(
    tasks.map(({ name, run }) => [
      name,
      (stored: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        run(context, stored as StoredJob, abortSignal ?? new AbortController().signal),
    ]),
  )

/** Passes on warnings and errors, except for failed jobs, which are logged below. */
const loggerFor = ({ Logger: Library }: typeof import('graphile-worker'), logger: Logger): GraphileLogger =>
  new Library(() => (level, message, meta) => {
    const isOurs = (meta as { failure?: boolean } | undefined)?.failure === true
    if (isOurs || (level !== 'error' && level !== 'warning')) return
    logger.warn(`jobs: ${message}`)
  })

function eventsFor(logger: Logger, hooks: WorkerHooks, slow: SlowJobs): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents
  slow.follow(events)
  events.on('job:success', ({ job }) => hooks.onOutcome(job.task_identifier, 'done'))
  events.on('pool:fatalError', () => hooks.onLostAnswer())
  events.on('worker:getJob:error', ({ worker }) => hooks.onLostAnswer(worker.workerPool))
  events.on('job:error', ({ job, error }) => {
    const { id, task_identifier: task, attempts: tries, max_attempts: most } = job
    hooks.onOutcome(task, 'failed')
    const about = { err: error, job: id, task, tries }
    if (tries < most) logger.warn(about, 'a job failed and will be tried again')
    else logger.error(about, 'a job has used up its tries: "parley jobs" lists it')
  })
  return events
}
