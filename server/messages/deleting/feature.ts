import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { deleteMessagesOfUser, messagesOfUser } from './delete-messages-of-user.ts'
import { deletingRoutes } from './routes.ts'

export const deletingFeature = feature({
  shares: ['delete-messages', 'delete-messages-of-user', 'queries'],
  routes: deletingRoutes,
  tasks: [
    task(messagesOfUser, (context, { realm, payload, signal }) =>
      deleteMessagesOfUser(context, realm, payload, signal),
    ),
  ],
})
