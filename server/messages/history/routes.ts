import { getMessageHistory } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { messageHistory } from './message-history.ts'

export const historyRoutes = {
  getMessageHistory: route(getMessageHistory, async ({ db, actor, params }) => ({
    message_history: await messageHistory(db, actor, params.message_id, params.allow_empty_topic_name),
  })),
}
