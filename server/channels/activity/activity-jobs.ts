import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'

/** Somebody wrote in a channel that had no messages for months. */
export const channelWoken = jobKind<{ readonly channel: number }>('channel-recently-active')

export const activityJobs = ({ channelId, wakesChannel }: LoggedMessage): LoggedJob[] =>
  wakesChannel && channelId !== undefined
    ? [channelWoken.job({ channel: channelId }, { key: `woken ${channelId}` })]
    : []
