import type { LoggedJob } from '../log/job.ts'
import type { LogPurpose } from '../log/log-purposes.ts'
import type { LoggedMessage, LogRow } from '../log/log-row.ts'

/** The jobs of a log row. A pure function of the row: any node may read it, at any later time. */
export type Purpose = (row: LogRow) => readonly LoggedJob[]

/** The jobs that a feature derives from a sent message. Likewise pure. */
export type MessageJobs = (message: LoggedMessage) => readonly LoggedJob[]

const NONE: readonly LoggedJob[] = []

/** All purposes. */
export const purposesOf = (messageJobs: readonly MessageJobs[]): Readonly<Record<LogPurpose, Purpose>> => ({
  jobs: ({ payload: { jobs, message } }) => jobs ?? (message ? messageJobs.flatMap((jobsOf) => jobsOf(message)) : NONE),
})
