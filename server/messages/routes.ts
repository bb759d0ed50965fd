import { getMessage, getMessages, renderMessage, sendMessage } from '../../api/endpoints/messages.ts'
import { route } from '../http/route.ts'
import { fetchMessage } from './fetching/fetch-message.ts'
import { fetchMessages } from './fetching/fetch-messages.ts'
import { checkLength } from './message-text.ts'
import { renderContent } from './rendering/render-content.ts'
import { createConversation } from './sending/create-conversation.ts'
import { prepareAnswer, prepareSend } from './sending/prepare-send.ts'
import { onceAtATime, sendChange } from './sending/send-message.ts'
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
    return answer(sent)
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
