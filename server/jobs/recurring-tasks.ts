import { updateActivity } from '../channels/activity/update-activity.ts'
import { announceFullMembers } from '../groups/full-members/announce-full-members.ts'
import type { RecurringTask } from './recurring.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** All recurring tasks. */
export const RECURRING_TASKS: readonly RecurringTask[] = [
  { name: 'channel-activity', everySeconds: DAY, run: updateActivity },
  { name: 'full-members', everySeconds: 10 * MINUTE, run: announceFullMembers },
]
