import { vi } from 'vitest'
import { features } from '../server/features.ts'
import { systemClock } from '../server/kernel/base/clock.ts'
import { createLogger } from '../server/kernel/base/logger.ts'
import type { Context } from '../server/kernel/context.ts'
import { allOf } from '../server/kernel/feature.ts'
import type { Task } from '../server/kernel/jobs/task.ts'
import { taskList, workerOptions } from '../server/kernel/jobs/worker-options.ts'

export interface JobRun {
  /** Also run failed jobs whose retry is not due yet. */
  readonly retries?: boolean
  /** Without it, a failing job fails the test. */
  readonly mayFail?: boolean
  /** Replaces the server's own tasks. */
  readonly tasks?: readonly Task[]
}

const MAX_ROUNDS = 50

/** Runs the real worker until no job is due. It uses Date, so Date follows the server's clock here. */
export async function runJobs(
  ctx: Context,
  { retries, mayFail, tasks = allOf(features, 'tasks') }: JobRun = {},
): Promise<void> {
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
    onLostAnswer() {},
  }
  const { preset, ...rest } = workerOptions({ logger: quietLogger(ctx), hooks, patience: 1_000, graphile })
  // A connection runs one statement at a time, so each job is reported before the worker asks for the next.
  const worker = { ...preset.worker, completeJobBatchDelay: -1, failJobBatchDelay: -1 }
  const options = { ...rest, preset: { ...preset, worker }, concurrency: 1 as const }
  const pool = ctx.database.pool
  if (retries)
    await pool.query('update graphile_worker._private_jobs set run_at = to_timestamp(0) where attempts < max_attempts')
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
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

/** Expected failures should not show up in the test output. */
const quietLogger = (ctx: Context) => createLogger(ctx.config, { write: () => {} })
