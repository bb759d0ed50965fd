import { getOrMake } from '../../kernel/base/get-or-make.ts'
import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { channelLink } from '../../kernel/rendering/place-links.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'

/**
 * The people who were subscribed to channels by another user. Ids only, because names may change before the job runs.
 */
export interface SubscriptionNotices {
  readonly by: number
  readonly notices: readonly { readonly channels: readonly number[]; readonly people: readonly number[] }[]
}

export const subscriptionNotices = jobKind<SubscriptionNotices>('subscription-notices')

/** The maximum number of new subscribers per request. Above it no notices are sent. Also a field of register. */
export const MAX_NOTIFIED_SUBSCRIBERS = 100
const MAX_NOTICES_PER_JOB = 25

/** Jobs that send each of these users one notice about the listed channels. */
export function subscriptionNoticeJobs(
  by: number,
  joined: readonly (readonly [userId: number, channels: readonly number[]])[],
): LoggedJob[] {
  const jobs: LoggedJob[] = []
  for (let start = 0; start < joined.length; start += MAX_NOTICES_PER_JOB) {
    // Usually all users have the same channels, so the list is stored once per group.
    const groups = new Map<string, { channels: readonly number[]; people: number[] }>()
    for (const [userId, channels] of joined.slice(start, start + MAX_NOTICES_PER_JOB))
      getOrMake(groups, channels.join(), () => ({ channels, people: [] })).people.push(userId)
    jobs.push(subscriptionNotices.job({ by, notices: [...groups.values()] }))
  }
  return jobs
}

/** Sends each user a direct message. Users deactivated in the meantime get none. */
export async function sendSubscriptionNotices(
  context: WorkContext,
  realm: RealmState,
  { by, notices }: SubscriptionNotices,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  if (realm.isDeactivated) return
  for (const { channels, people } of notices) {
    const named = channels.flatMap((id) => realm.channels.get(id) ?? [])
    if (named.length === 0) continue
    const content = noticeText(realm, by, named)
    for (const userId of people) {
      signal.throwIfAborted()
      if (!realm.users.get(userId)?.isActive) continue
      await sendDirectNotice(context, realm, { from: 'notification', to: userId, content, key: `${jobId} ${userId}` })
    }
  }
}

const MAX_NAMED_CHANNELS = 50

function noticeText(realm: RealmState, by: number, channels: readonly Channel[]): string {
  const author = realm.users.get(by)
  const who = author ? `@_**${author.fullName}|${author.id}**` : 'Somebody'
  const names = channels.map(channelLink)
  if (names.length === 1) return `${who} subscribed you to the channel ${names[0]}.`
  const listed = names.slice(0, MAX_NAMED_CHANNELS)
  const rest = names.length - listed.length
  const lines = [...listed, ...(rest > 0 ? [`and ${rest} more`] : [])].map((line) => `* ${line}`)
  return `${who} subscribed you to these channels:\n\n${lines.join('\n')}`
}
