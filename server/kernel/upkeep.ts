import type { Context } from './context.ts'
import { mayComeAgain } from './log/database-failure.ts'

/** What every process does now and then, beside requests and jobs. */
export interface Upkeep {
  readonly everyMilliseconds: number
  run(ctx: Context): Promise<void>
}

/** The upkeep of the kernel itself. */
export const QUEUES_AND_FILES: readonly Upkeep[] = [
  { everyMilliseconds: 3_000, run: ({ upkeep }) => upkeep.storeProgress() },
  {
    everyMilliseconds: 60_000,
    async run({ upkeep }) {
      await upkeep.expire()
      await upkeep.trimLog()
    },
  },
  { everyMilliseconds: 600_000, run: ({ files }) => files.sweep() },
]

export const startUpkeep = (ctx: Context, tasks: readonly Upkeep[]): NodeJS.Timeout[] =>
  tasks.map(({ everyMilliseconds, run }) =>
    setInterval(
      () =>
        void run(ctx).catch(
          (err) => mayComeAgain(err) || ctx.logger.warn({ err }, 'the upkeep of queues and files failed'),
        ),
      everyMilliseconds,
    ).unref(),
  )
