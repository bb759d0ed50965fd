import { vi } from 'vitest'
import { systemClock } from '../server/clock.ts'
import type { Context } from '../server/context.ts'
import type { Task } from '../server/jobs/task.ts'
import { TASKS } from '../server/jobs/tasks.ts'
import { taskList, workerOptions } from '../server/jobs/worker-options.ts'
import { createLogger } from '../server/logger.ts'

export interface JobRun {
  /** Jobs that failed before are due at once, however long they would wait. */
  readonly retries?: boolean
  /** Failures are what the test is about; otherwise one fails the test. */
  readonly mayFail?: boolean
  /** In place of the server's own. */
  readonly tasks?: readonly Task[]
}

const MOST_ROUNDS = 50

/** The real worker, run until it finds nothing. It takes the time from Date, so that is the server's clock meanwhile. */
export async function runJobs(ctx: Context, { retries, mayFail, tasks = TASKS }: JobRun = {}): Promise<void> {
  await ctx.jobs.makeTables()
  const graphile = await import('graphile-worker')
  const failures: string[] = []
  let count = 0
  const hooks = {
    onStart: async () => {},
    onOutcome(task: string, outcome: string) {
      count += 1
      if (outcome === 'failed') failures.push(task)
    },
  }
  const options = {
    ...workerOptions({ logger: quietLogger(ctx), hooks, patience: 1_000, graphile }),
    concurrency: 1 as const,
  }
  const pool = ctx.database.pool
  if (retries)
    await pool.query('update graphile_worker._private_jobs set run_at = to_timestamp(0) where attempts < max_attempts')
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = count
    await ctx.jobs.readLog()
    const client = await pool.connect()
    if (ctx.clock !== systemClock) vi.useFakeTimers({ toFake: ['Date'], now: ctx.clock.now() })
    try {
      await graphile.runTaskListOnce({ ...options }, taskList(ctx, tasks), client)
    } finally {
      vi.useRealTimers()
      client.release()
    }
    if (count === before) break
  }
  if (failures.length > 0 && !mayFail) throw new Error(`these jobs failed: ${failures.join(', ')}`)
}

/** A test that lets jobs fail does not want to read so. */
const quietLogger = (ctx: Context) => createLogger(ctx.config, { write: () => {} })
