import { updateActivity } from '../../channels/activity/update-activity.ts'
import { deleteExpired } from '../../messages/retention/delete-expired.ts'
import { expireExports } from '../../operations/exports/expire-exports.ts'
import { findDigests } from '../../outside/digest-mail/find-digests.ts'
import { announceFullMembers } from '../../people/groups/full-members/announce-full-members.ts'
import { markLongIdle } from '../../people/users/long-idle/mark-long-idle.ts'
import type { RecurringTask } from './recurring.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** All recurring tasks. */
export const RECURRING_TASKS: readonly RecurringTask[] = [
  { name: 'channel-activity', everySeconds: DAY, run: updateActivity },
  { name: 'message-retention', everySeconds: HOUR, run: deleteExpired },
  { name: 'full-members', everySeconds: 10 * MINUTE, run: announceFullMembers },
  { name: 'long-idle', everySeconds: DAY, run: markLongIdle },
  { name: 'digest-mail', everySeconds: HOUR, run: findDigests },
  { name: 'exports', everySeconds: DAY, run: expireExports },
]
