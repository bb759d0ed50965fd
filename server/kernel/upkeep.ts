import type { Context } from './context.ts'

/** What every process does now and then, beside requests and jobs. */
export interface Upkeep {
  readonly everyMilliseconds: number
  run(ctx: Context): Promise<void>
}
