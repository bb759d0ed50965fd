import type { LoggedJob } from '../log/job.ts'
import type { LogPurpose } from '../log/log-purposes.ts'
import type { LogRow } from '../log/log-row.ts'
import { webhookJobs } from '../webhooks/webhook-jobs.ts'

/** The jobs of a log row. A pure function of the row: any node may read it, at any later time. */
export type Purpose = (row: LogRow) => readonly LoggedJob[]

const NONE: readonly LoggedJob[] = []

/** All purposes. A feature that derives jobs from rows without explicit jobs adds a line here. */
export const PURPOSES: Readonly<Record<LogPurpose, Purpose>> = {
  jobs: ({ payload }) => payload.jobs ?? (payload.message?.webhooks ? webhookJobs(payload.message) : NONE),
}
