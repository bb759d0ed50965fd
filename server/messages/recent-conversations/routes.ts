import { getRecentConversations } from '../../../api/endpoints/recent-conversations.ts'
import { route } from '../../kernel/http/route.ts'
import { listRecent } from './list-recent.ts'

export const recentConversationRoutes = {
  getRecentConversations: route(getRecentConversations, ({ db, actor, params }) => listRecent(db, actor, params)),
}
