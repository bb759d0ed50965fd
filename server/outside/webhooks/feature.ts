import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { webhooksInvariants } from './invariants.ts'
import { webhookJobs, webhookWork } from './webhook-jobs.ts'

export const webhooksFeature = feature({
  tasks: [task(webhookWork, (context, { realm, payload, signal }) => deliverWebhooks(context, realm, payload, signal))],
  messageJobs: [webhookJobs],
  invariants: webhooksInvariants,
})
