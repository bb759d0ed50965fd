import { renderMessage, sendMessage } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { checkLength } from '../../kernel/texts/message-text.ts'
import { sendForCaller } from './send-for-caller.ts'
import { readSendRequest } from './send-request.ts'

export const sendingRoutes = {
  sendMessage: route(sendMessage, (call) =>
    sendForCaller(call, readSendRequest(call.params, call.request.header('idempotency-key'))),
  ),

  renderMessage: route(renderMessage, async (call) => {
    const { ctx, actor, params } = call
    const { html } = await renderContent(call, actor, ctx.siteOf(actor.realm), checkLength(params.content))
    return { rendered: html }
  }),
}
