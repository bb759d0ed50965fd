import { jobKind, type LoggedJob } from '../log/job.ts'
import type { LoggedMessage } from '../log/log-row.ts'

export interface PreviewedMessage {
  readonly message: number
}

export const linkPreviews = jobKind<PreviewedMessage>('link-previews')

/** One at a time: sites that answer slowly must not keep other jobs waiting. */
export const linkPreviewJob = (messageId: number): LoggedJob =>
  linkPreviews.job({ message: messageId }, { queue: 'link previews' })

export const linkPreviewJobs = ({ id, previewsLinks }: LoggedMessage): LoggedJob[] =>
  previewsLinks ? [linkPreviewJob(id)] : []
