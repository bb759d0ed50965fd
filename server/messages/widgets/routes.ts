import { addSubmessage as addSubmessageEndpoint } from '../../../api/endpoints/submessages.ts'
import { participateByReacting } from '../../channels/user-topics/participate.ts'
import { route } from '../../kernel/http/route.ts'
import { rewritingOf } from '../rewriting.ts'
import { addSubmessage } from './add-submessage.ts'

export const widgetRoutes = {
  addSubmessage: route(addSubmessageEndpoint, async (call) => {
    const { message_id: messageId, msg_type: type, content } = call.params
    const { channel_id: id, topic } = await call.transact(
      (tx) => addSubmessage(tx, { messageId, type, content }),
      rewritingOf(call.actor.realm.id, messageId),
    )
    const channel = id === null ? undefined : call.actor.realm.channels.get(id)
    if (channel) await participateByReacting(call, { channel, name: topic ?? '' })
    return {}
  }),
}
