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
import type { Actor } from '../actor.ts'
import { route } from '../http/route.ts'
import { topicKey } from '../realm-state/topic-name.ts'
import { participateBySending } from '../user-topics/participate.ts'
import { deleteMessage } from './deleting/delete-message.ts'
import { deleteTopicPiece } from './deleting/delete-topic.ts'
import { checkEditedContent } from './editing/check-edit.ts'
import { editMessage } from './editing/edit-message.ts'
import { fetchMessage } from './fetching/fetch-message.ts'
import { fetchMessages } from './fetching/fetch-messages.ts'
import { matchesNarrow } from './fetching/matches-narrow.ts'
import { messageHistory } from './history/message-history.ts'
import { checkLength } from './message-text.ts'
import { previewsLinks } from './rendering/link-previews.ts'
import { renderContent } from './rendering/render-content.ts'
import { reportMessage } from './reporting/report-message.ts'
import { createConversation } from './sending/create-conversation.ts'
import { type PreparedSend, prepareAnswer, prepareSend } from './sending/prepare-send.ts'
import { type Destination, onceAtATime, sendChange } from './sending/send-message.ts'
import { needsTransaction, sendPrepared } from './sending/send-prepared.ts'
import { tellBotOwner } from './sending/tell-bot-owner.ts'

export const messageRoutes = {
  sendMessage: route(sendMessage, async (call) => {
    const { ctx, actor, params, request } = call
    const site = ctx.siteOf(actor.realm)
    let prepared: PreparedSend
    try {
      const preparing = prepareSend(actor, params, {
        call,
        site,
        idempotencyKey: request.header('idempotency-key'),
        beginConversation: (members) => call.transact((tx) => createConversation(tx, members)),
      })
      prepared = preparing instanceof Promise ? await preparing : preparing
    } catch (error) {
      await tellBotOwner(call, error).catch((err) => ctx.logger.warn({ err }, 'the owner of a bot got no notice'))
      throw error
    }
    const { destination, draft } = prepared
    const mayStartTopic = isUnknownTopic(actor, destination)
    const change = sendChange(actor, destination, draft)
    const sending = onceAtATime(actor, draft.key, () =>
      needsTransaction(draft)
        ? call.transact((tx) => sendPrepared(tx, tx.actor, { destination, draft }))
        : call.submit(change),
    )
    const answer = prepareAnswer(actor, destination, site.url)
    const sent = await sending
    ctx.metrics.messagesSent.inc()
    if (!('channel' in destination)) return answer(sent)
    const place = { channel: destination.channel, name: sent.topic }
    const policy =
      sent.policy === undefined
        ? // The message is sent: a topic that cannot be followed must not look like a failed send.
          await participateBySending(call, place, { id: sent.id, mayStartTopic }).catch((err) => {
            ctx.logger.warn({ err, message: sent.id }, 'the topic of a message could not be followed')
            return null
          })
        : sent.policy
    return policy === null ? answer(sent) : { ...answer(sent), automatic_new_visibility_policy: policy }
  }),

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
    return { detached_uploads: await call.transact((tx) => editMessage(tx, params.message_id, edit)) }
  }),

  getMessageHistory: route(getMessageHistory, async ({ db, actor, params }) => ({
    message_history: await messageHistory(db, actor, params.message_id, params.allow_empty_topic_name),
  })),

  deleteMessage: route(deleteMessageEndpoint, async (call) => {
    await call.transact((tx) => deleteMessage(tx, call.params.message_id))
    return {}
  }),

  deleteTopic: route(deleteTopic, async (call) => {
    const { stream_id: channelId, topic_name: topic } = call.params
    let complete = false
    // Others get their turns between the pieces. What is left after so many is for the next request.
    for (let piece = 0; piece < MOST_PIECES && !complete; piece += 1)
      complete = await call.transact((tx) => deleteTopicPiece(tx, channelId, topic))
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

/** Memory knows the topics of recent messages. */
const isUnknownTopic = ({ realm }: Actor, destination: Destination): boolean =>
  'channel' in destination && realm.places.topic(destination.channel.id, topicKey(destination.topic)) === undefined
/** Of a topic that is deleted, in one request. */
const MOST_PIECES = 20
