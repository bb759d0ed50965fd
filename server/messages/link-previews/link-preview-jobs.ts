import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'

export interface PreviewedMessage {
  readonly message: number
  /** When it was sent or edited, in seconds. Jobs of older releases have none. */
  readonly at?: number
}

export const linkPreviews = jobKind<PreviewedMessage>('link-previews')

/** One at a time in an organization, and few in all: sites that answer slowly must not keep other jobs waiting. */
export const linkPreviewJob = (message: number, at: number): LoggedJob =>
  linkPreviews.job({ message, at }, { queue: 'link previews', isSlow: true })

export const linkPreviewJobs = ({ id, previewsLinks, sentAt }: LoggedMessage): LoggedJob[] =>
  previewsLinks ? [linkPreviewJob(id, sentAt)] : []
