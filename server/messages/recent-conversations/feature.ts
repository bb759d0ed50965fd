import { feature } from '../../kernel/feature.ts'
import { recentConversationRoutes } from './routes.ts'

export const recentConversationsFeature = feature({
  routes: recentConversationRoutes,
})
