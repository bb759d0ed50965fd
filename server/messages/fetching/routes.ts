import { checkMessagesMatchNarrow, getMessage, getMessages } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { fetchMessage } from './fetch-message.ts'
import { fetchMessages } from './fetch-messages.ts'
import { matchesNarrow } from './matches-narrow.ts'

export const fetchingRoutes = {
  getMessage: route(getMessage, ({ db, actor, params }) =>
    fetchMessage(db, actor, params.message_id, {
      applyMarkdown: params.apply_markdown,
      keepEmptyTopic: params.allow_empty_topic_name,
      clientGravatar: false,
    }),
  ),

  getMessages: route(getMessages, ({ db, actor, params }) => fetchMessages(db, actor, params)),

  checkMessagesMatchNarrow: route(checkMessagesMatchNarrow, async ({ db, actor, params }) => ({
    messages: await matchesNarrow(db, actor, params.msg_ids, params.narrow),
  })),
}
