import { sendSubscriptionNotices, subscriptionNotices } from '../channels/send-subscription-notices.ts'
import { groupNotices, sendGroupNotices } from '../groups/send-group-notices.ts'
import { acceptedInvitation, notifyInviter } from '../invitations/notify-inviter.ts'
import { type Task, task } from './task.ts'

/** All tasks. Do not remove a released name: jobs with that name may still be stored. */
export const TASKS: readonly Task[] = [
  task(subscriptionNotices, (context, { realm, id, payload, signal }) =>
    sendSubscriptionNotices(context, realm, payload, id, signal),
  ),
  task(groupNotices, (context, { realm, id, payload, signal }) =>
    sendGroupNotices(context, realm, payload, id, signal),
  ),
  task(acceptedInvitation, (context, { realm, id, payload }) => notifyInviter(context, realm, payload, id)),
]
