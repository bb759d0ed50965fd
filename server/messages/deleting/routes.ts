import { deleteMessage as deleteMessageEndpoint, deleteTopic } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { rewritingOf } from '../rewriting.ts'
import { deleteMessage } from './delete-message.ts'
import { deleteTopicPiece } from './delete-topic.ts'

export const deletingRoutes = {
  deleteMessage: route(deleteMessageEndpoint, async (call) => {
    const { message_id: id } = call.params
    await call.transact((tx) => deleteMessage(tx, id), rewritingOf(call.actor.realm.id, id))
    return {}
  }),

  deleteTopic: route(deleteTopic, async (call) => {
    const { stream_id: channelId, topic_name: topic } = call.params
    const channel = call.actor.realm.channels.get(channelId)
    const rewriting = { conversations: async () => (channel ? [channel.convId] : []) }
    let complete = false
    // Others get their turns between the pieces. The next request deletes what is left.
    for (let piece = 0; piece < MAX_PIECES_PER_REQUEST && !complete; piece += 1)
      complete = await call.transact((tx) => deleteTopicPiece(tx, channelId, topic), rewriting)
    return { complete }
  }),
}

/** One request deletes this number of pieces of a topic. */
const MAX_PIECES_PER_REQUEST = 20
