import type { Actor } from '../../kernel/actor.ts'
import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { Group } from '../../kernel/realm-state/group.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'

/** Who was added to a group, or removed from it, by another person. Ids only, because names may change before the job runs. */
export interface GroupNotices {
  readonly by: number
  readonly group: number
  readonly change: keyof typeof TEXTS
  readonly people: readonly number[]
}

export const groupNotices = jobKind<GroupNotices>('group-notices')

const TEXTS = { added: 'added you to the group', removed: 'removed you from the group' } as const

const MAX_NOTICES_PER_JOB = 25

/** Jobs that tell people of the change. The caller and bots get no notice. */
export function groupNoticeJobs(
  { realm, user }: Actor,
  group: Group,
  change: GroupNotices['change'],
  userIds: readonly number[],
): LoggedJob[] {
  const people = userIds.filter((id) => id !== user.id && realm.users.get(id)?.isBot === false)
  const jobs: LoggedJob[] = []
  for (let start = 0; start < people.length; start += MAX_NOTICES_PER_JOB)
    jobs.push(
      groupNotices.job({
        by: user.id,
        group: group.id,
        change,
        people: people.slice(start, start + MAX_NOTICES_PER_JOB),
      }),
    )
  return jobs
}

/** Sends each person a direct message. People deactivated in the meantime get none. */
export async function sendGroupNotices(
  context: WorkContext,
  realm: RealmState,
  { by, group: groupId, change, people }: GroupNotices,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const [author, group] = [realm.users.get(by), realm.groups.get(groupId)]
  if (realm.isDeactivated || !author || !group) return
  const content = `@_**${author.fullName}|${author.id}** ${TEXTS[change]} @_*${group.name}*.`
  for (const userId of people) {
    signal.throwIfAborted()
    if (!realm.users.get(userId)?.isActive) continue
    await sendDirectNotice(context, realm, { from: 'notification', to: userId, content, key: `${jobId} ${userId}` })
  }
}
