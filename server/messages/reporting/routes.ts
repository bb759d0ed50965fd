import { reportMessage as reportMessageEndpoint } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { reportMessage } from './report-message.ts'

export const reportingRoutes = {
  reportMessage: route(reportMessageEndpoint, async (call) => {
    const { message_id: id, report_type: type, description } = call.params
    const url = call.ctx.addressOf(call.actor.realm)
    await call.transact((tx) => reportMessage(tx, id, { type, description }, url))
    return {}
  }),
}
