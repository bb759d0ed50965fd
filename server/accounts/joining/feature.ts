import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { joiningRoutes } from './routes.ts'
import { accountWelcome, sendWelcome } from './send-welcome.ts'

export const joiningFeature = feature({
  shares: ['add-user', 'send-welcome'],
  routes: joiningRoutes,
  tasks: [task(accountWelcome, (context, { realm, id, payload }) => sendWelcome(context, realm, payload, id))],
})
