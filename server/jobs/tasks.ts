import { sendSubscriptionNotices, subscriptionNotices } from '../channels/send-subscription-notices.ts'
import { groupNotices, sendGroupNotices } from '../groups/send-group-notices.ts'
import { realmDeletion } from '../realm/deactivate-realm.ts'
import { deleteRealm } from '../realm/delete-realm.ts'
import { accountWelcome, sendWelcome } from '../users/send-welcome.ts'
import { type Task, task } from './task.ts'

/** All tasks. Do not remove a released name: jobs with that name may still be stored. */
export const TASKS: readonly Task[] = [
  task(subscriptionNotices, (context, { realm, id, payload, signal }) =>
    sendSubscriptionNotices(context, realm, payload, id, signal),
  ),
  task(groupNotices, (context, { realm, id, payload, signal }) =>
    sendGroupNotices(context, realm, payload, id, signal),
  ),
  task(accountWelcome, (context, { realm, id, payload }) => sendWelcome(context, realm, payload.userId, id)),
  // Not by way of the organization in memory: when the job runs again, it may be gone.
  { name: realmDeletion.task, run: (context, { realm }, signal) => deleteRealm(context, realm, signal) },
]
