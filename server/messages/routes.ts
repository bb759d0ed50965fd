import { getMessage, getMessages, renderMessage, sendMessage } from '../../api/endpoints/messages.ts'
import type { Actor } from '../actor.ts'
import { route } from '../http/route.ts'
import { topicKey } from '../realm-state/topic-name.ts'
import { participateBySending } from '../user-topics/participate.ts'
import { fetchMessage } from './fetching/fetch-message.ts'
import { fetchMessages } from './fetching/fetch-messages.ts'
import { checkLength } from './message-text.ts'
import { renderContent } from './rendering/render-content.ts'
import { createConversation } from './sending/create-conversation.ts'
import { prepareAnswer, prepareSend } from './sending/prepare-send.ts'
import { type Destination, onceAtATime, sendChange } from './sending/send-message.ts'
import { sendPrepared } from './sending/send-prepared.ts'

export const messageRoutes = {
  sendMessage: route(sendMessage, async (call) => {
    const { ctx, actor, params, request } = call
    const url = ctx.addressOf(actor.realm)
    const preparing = prepareSend(actor, params, {
      call,
      url,
      idempotencyKey: request.header('idempotency-key'),
      beginConversation: (members) => call.transact((tx) => createConversation(tx, members)),
    })
    const { destination, draft } = preparing instanceof Promise ? await preparing : preparing
    const mayStartTopic = isUnknownTopic(actor, destination)
    const change = sendChange(actor, destination, draft)
    const sending = onceAtATime(actor, draft.key, () =>
      // Files are shared in the same transaction. Other messages take the faster way.
      draft.rendering.attachments.length > 0
        ? call.transact((tx) => sendPrepared(tx, tx.actor, { destination, draft }))
        : call.submit(change),
    )
    const answer = prepareAnswer(actor, destination, url)
    const sent = await sending
    ctx.metrics.messagesSent.inc()
    if (!('channel' in destination)) return answer(sent)
    const place = { channel: destination.channel, name: sent.topic }
    const message = {
      id: sent.id,
      mentioned: draft.rendering.mentions.people,
      mayStartTopic,
      isRepeated: sent.isRepeat ?? false,
    }
    // The message is sent: a topic that cannot be followed must not look like a failed send.
    const policy = await participateBySending(call, place, message).catch((err) => {
      ctx.logger.warn({ err, message: sent.id }, 'the topic of a message could not be followed')
      return undefined
    })
    return policy === undefined ? answer(sent) : { ...answer(sent), automatic_new_visibility_policy: policy }
  }),

  renderMessage: route(renderMessage, async (call) => {
    const { ctx, actor, params } = call
    const url = ctx.addressOf(actor.realm)
    const { html } = await renderContent(call, actor, url, checkLength(params.content))
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
}

/** Memory knows the topics of recent messages. */
const isUnknownTopic = ({ realm }: Actor, destination: Destination): boolean =>
  'channel' in destination && realm.places.topic(destination.channel.id, topicKey(destination.topic)) === undefined
