import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { channelCreatedNotices, sendCreatedNotices } from './channel-notices.ts'
import { sendSubscriptionNotices, subscriptionNotices } from './send-subscription-notices.ts'

export const channelNoticesFeature = feature({
  shares: ['channel-notices', 'in-words', 'send-announcement', 'send-subscription-notices'],
  tasks: [
    task(channelCreatedNotices, (context, { realm, payload, signal }) =>
      sendCreatedNotices(context, realm, payload, signal),
    ),
    task(subscriptionNotices, (context, { realm, id, payload, signal }) =>
      sendSubscriptionNotices(context, realm, payload, id, signal),
    ),
  ],
})
