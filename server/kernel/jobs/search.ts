import type { WorkContext } from '../work-context.ts'

/** Looks for work that no log row names. One at a time: a search that takes long is not joined by another. */
export interface Search {
  readonly name: string
  readonly everyMilliseconds: number
  run(context: WorkContext): Promise<void>
}
