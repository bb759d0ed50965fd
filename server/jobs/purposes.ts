import type { LoggedJob } from '../log/job.ts'
import type { LogPurpose } from '../log/log-purposes.ts'
import type { LogRow } from '../log/log-row.ts'

/** The work that a row of the log asks for. It depends on nothing but the row, which may be read by any node, later. */
export type Purpose = (row: LogRow) => readonly LoggedJob[]

const NONE: readonly LoggedJob[] = []

/** Every reader of the log. A feature that makes jobs of rows that do not name them adds a line here. */
export const PURPOSES: Readonly<Record<LogPurpose, Purpose>> = {
  jobs: ({ payload }) => payload.jobs ?? NONE,
}
