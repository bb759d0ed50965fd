import { sendSubscriptionNotices, subscriptionNotices } from '../channels/send-subscription-notices.ts'
import { groupNotices, sendGroupNotices } from '../groups/send-group-notices.ts'
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts'
import { webhookWork } from '../webhooks/webhook-jobs.ts'
import { type Task, task } from './task.ts'

/** All tasks. Do not remove a released name: jobs with that name may still be stored. */
export const TASKS: readonly Task[] = [
  task(subscriptionNotices, (context, { realm, id, payload, signal }) =>
    sendSubscriptionNotices(context, realm, payload, id, signal),
  ),
  task(webhookWork, (context, { realm, payload, signal }) => deliverWebhooks(context, realm, payload, signal)),
  task(groupNotices, (context, { realm, id, payload, signal }) =>
    sendGroupNotices(context, realm, payload, id, signal),
  ),
]
