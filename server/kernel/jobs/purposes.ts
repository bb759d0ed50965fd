import { activityJobs } from '../../channels/activity/activity-jobs.ts'
import { followJobs } from '../../channels/user-topics/follow-where-mentioned.ts'
import { linkPreviewJobs } from '../../messages/link-previews/link-preview-jobs.ts'
import { webhookJobs } from '../../outside/webhooks/webhook-jobs.ts'
import type { LoggedJob } from '../log/job.ts'
import type { LogPurpose } from '../log/log-purposes.ts'
import type { LoggedMessage, LogRow } from '../log/log-row.ts'

/** The jobs of a log row. A pure function of the row: any node may read it, at any later time. */
export type Purpose = (row: LogRow) => readonly LoggedJob[]

const NONE: readonly LoggedJob[] = []

/** Called for every send, so a message without jobs must cost nothing. */
const messageJobs = (message: LoggedMessage): readonly LoggedJob[] =>
  message.webhooks || message.followers || message.wakesChannel || message.previewsLinks
    ? [...webhookJobs(message), ...followJobs(message), ...activityJobs(message), ...linkPreviewJobs(message)]
    : NONE

/** All purposes. A feature that derives jobs from rows without explicit jobs adds a line here. */
export const PURPOSES: Readonly<Record<LogPurpose, Purpose>> = {
  jobs: ({ payload: { jobs, message } }) => jobs ?? (message ? messageJobs(message) : NONE),
}
