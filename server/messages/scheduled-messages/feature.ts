import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { deliverScheduledMessage, scheduledDelivery } from './deliver-scheduled-message.ts'
import { scheduledMessagesState } from './initial-state.ts'
import { scheduledMessagesInvariants } from './invariants.ts'
import { scheduledMessageRoutes } from './routes.ts'

export const scheduledMessagesFeature = feature({
  shares: ['access', 'deliver-scheduled-message'],
  routes: scheduledMessageRoutes,
  state: [scheduledMessagesState],
  visitorState: [{ types: ['scheduled_messages'], take: () => ({ scheduled_messages: [] }) }],
  tasks: [task(scheduledDelivery, (context, { realm, payload }) => deliverScheduledMessage(context, realm, payload))],
  invariants: scheduledMessagesInvariants,
})
