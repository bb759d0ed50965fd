import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { deactivationMail, mailDeactivation } from './mail-deactivation.ts'
import { deactivationRoutes } from './routes.ts'

export const deactivationFeature = feature({
  routes: deactivationRoutes,
  tasks: [task(deactivationMail, (context, { realm, id, payload }) => mailDeactivation(context, realm, payload, id))],
})
