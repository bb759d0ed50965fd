import { getMessage, getMessages, renderMessage, sendMessage } from '../../api/endpoints/messages.ts'
import { seconds } from '../clock.ts'
import { route } from '../http/route.ts'
import { createConversation } from './create-conversation.ts'
import { fetchMessage } from './fetch-message.ts'
import { fetchMessages } from './fetch-messages.ts'
import { checkLength } from './message-text.ts'
import { prepareAnswer, prepareSend } from './prepare-send.ts'
import { renderContent } from './render-content.ts'
import { onceAtATime, sendChange } from './send-message.ts'

export const messageRoutes = {
  sendMessage: route(sendMessage, async (call) => {
    const { ctx, actor, params, request } = call
    const realmId = actor.realm.id
    const url = ctx.addressOf(actor.realm)
    const now = seconds(ctx.clock)
    const preparing = prepareSend(actor, params, {
      call,
      url,
      now,
      idempotencyKey: request.header('idempotency-key'),
      beginConversation: (members) => ctx.transact(realmId, (tx) => createConversation(tx, members)),
    })
    const { place, draft } = preparing instanceof Promise ? await preparing : preparing
    const change = sendChange(actor, place, draft, now)
    const sending = onceAtATime(actor, draft.key, () => ctx.submit(realmId, change, sendMessage.emits))
    const answer = prepareAnswer(actor, place, url)
    const sent = await sending
    ctx.metrics.messagesSent.inc()
    return answer(sent)
  }),

  renderMessage: route(renderMessage, async (call) => {
    const { ctx, actor, params } = call
    const url = ctx.addressOf(actor.realm)
    const { html } = await renderContent(call, actor, url, checkLength(params.content), seconds(ctx.clock))
    return { rendered: html }
  }),

  getMessage: route(getMessage, ({ ctx, db, actor, params }) =>
    fetchMessage(
      db,
      actor,
      params.message_id,
      {
        applyMarkdown: params.apply_markdown,
        keepEmptyTopic: params.allow_empty_topic_name,
        clientGravatar: false,
      },
      seconds(ctx.clock),
    ),
  ),

  getMessages: route(getMessages, ({ ctx, db, actor, params }) => fetchMessages(db, actor, params, seconds(ctx.clock))),
}
