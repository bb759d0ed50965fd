import { sendSubscriptionNotices, subscriptionNotices } from '../channels/send-subscription-notices.ts'
import { type Task, task } from './task.ts'

/** Every kind of work after commit. A name that was released stays, because jobs of that name may still be stored. */
export const TASKS: readonly Task[] = [
  task(subscriptionNotices, (door, { realm, id, payload, signal }) =>
    sendSubscriptionNotices(door, realm, payload, id, signal),
  ),
]
