import {
  checkMessagesMatchNarrow,
  deleteMessage as deleteMessageEndpoint,
  deleteTopic,
  getMessage,
  getMessageHistory,
  getMessages,
  renderMessage,
  reportMessage as reportMessageEndpoint,
  sendMessage,
  updateMessage,
} from '../../api/endpoints/messages.ts'
import { route } from '../kernel/http/route.ts'
import { previewsLinks } from '../kernel/rendering/link-previews.ts'
import { renderContent } from '../kernel/rendering/render-content.ts'
import { checkLength } from '../kernel/texts/message-text.ts'
import { deleteMessage } from './deleting/delete-message.ts'
import { deleteTopicPiece } from './deleting/delete-topic.ts'
import { checkEditedContent } from './editing/check-edit.ts'
import { editMessage } from './editing/edit-message.ts'
import { editing } from './editing/editing.ts'
import { fetchMessage } from './fetching/fetch-message.ts'
import { fetchMessages } from './fetching/fetch-messages.ts'
import { matchesNarrow } from './fetching/matches-narrow.ts'
import { messageHistory } from './history/message-history.ts'
import { reportMessage } from './reporting/report-message.ts'
import { rewritingOf } from './rewriting.ts'
import { sendForCaller } from './sending/send-for-caller.ts'
import { readSendRequest } from './sending/send-request.ts'

export const messageRoutes = {
  sendMessage: route(sendMessage, (call) =>
    sendForCaller(call, readSendRequest(call.params, call.request.header('idempotency-key'))),
  ),

  renderMessage: route(renderMessage, async (call) => {
    const { ctx, actor, params } = call
    const { html } = await renderContent(call, actor, ctx.siteOf(actor.realm), checkLength(params.content))
    return { rendered: html }
  }),

  getMessage: route(getMessage, ({ db, actor, params }) =>
    fetchMessage(db, actor, params.message_id, {
      applyMarkdown: params.apply_markdown,
      keepEmptyTopic: params.allow_empty_topic_name,
      clientGravatar: false,
    }),
  ),

  getMessages: route(getMessages, ({ db, actor, params }) => fetchMessages(db, actor, params)),

  updateMessage: route(updateMessage, async (call) => {
    const { ctx, actor, params } = call
    const text = params.content === undefined ? undefined : checkEditedContent(params.content)
    const site = ctx.siteOf(actor.realm)
    const rendering = text === undefined ? undefined : await renderContent(call, actor, site, text)
    const content = text !== undefined &&
      rendering && { text, rendering, previewsLinks: previewsLinks(actor, site, rendering) }
    const edit = {
      content: content || undefined,
      topic: params.topic,
      channelId: params.stream_id,
      mode: params.propagate_mode,
      contentSha256: params.prev_content_sha256,
      notifyOldTopic: params.send_notification_to_old_thread,
      notifyNewTopic: params.send_notification_to_new_thread,
      expectedLastId: params.expected_last_message_id,
      expectedCount: params.expected_message_count,
    }
    const rewriting = editing(actor.realm, params.message_id, edit)
    return {
      detached_uploads: await call.transact(
        (tx, prepared) => editMessage(tx, params.message_id, edit, prepared),
        rewriting,
      ),
    }
  }),

  getMessageHistory: route(getMessageHistory, async ({ db, actor, params }) => ({
    message_history: await messageHistory(db, actor, params.message_id, params.allow_empty_topic_name),
  })),

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
    // Others get their turns between the pieces. What is left after so many is for the next request.
    for (let piece = 0; piece < MOST_PIECES && !complete; piece += 1)
      complete = await call.transact((tx) => deleteTopicPiece(tx, channelId, topic), rewriting)
    return { complete }
  }),

  checkMessagesMatchNarrow: route(checkMessagesMatchNarrow, async ({ db, actor, params }) => ({
    messages: await matchesNarrow(db, actor, params.msg_ids, params.narrow),
  })),

  reportMessage: route(reportMessageEndpoint, async (call) => {
    const { message_id: id, report_type: type, description } = call.params
    const url = call.ctx.addressOf(call.actor.realm)
    await call.transact((tx) => reportMessage(tx, id, { type, description }, url))
    return {}
  }),
}

/** Of a topic that is deleted, in one request. */
const MOST_PIECES = 20
