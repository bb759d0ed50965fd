import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { deliverReminder, reminderDelivery } from './deliver-reminder.ts'
import { remindersState } from './initial-state.ts'
import { remindersInvariants } from './invariants.ts'
import { reminderRoutes } from './routes.ts'

export const remindersFeature = feature({
  routes: reminderRoutes,
  state: [remindersState],
  visitorState: [{ types: ['reminders'], take: () => ({ reminders: [] }) }],
  tasks: [task(reminderDelivery, (context, { realm, payload }) => deliverReminder(context, realm, payload))],
  invariants: remindersInvariants,
})
