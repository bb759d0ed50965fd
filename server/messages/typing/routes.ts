import { setTypingStatus, setTypingStatusForMessageEdit } from '../../../api/endpoints/typing.ts'
import { route } from '../../kernel/http/route.ts'
import { typingInChannel, typingToPeople } from './typing.ts'
import { typingInEdit } from './typing-in-edit.ts'

export const typingRoutes = {
  setTypingStatus: route(setTypingStatus, (call) => {
    const { type, op, to, stream_id: channelId, topic } = call.params
    const isChannel = type === 'stream' || type === 'channel'
    const statuses = isChannel ? typingInChannel(call.actor, op, channelId, topic) : typingToPeople(call.actor, op, to)
    for (const { event, audience } of statuses) call.emitEphemeral(event, audience)
    return {}
  }),

  setTypingStatusForMessageEdit: route(setTypingStatusForMessageEdit, async (call) => {
    const { message_id: id, op } = call.params
    const status = await typingInEdit(call.db, call.actor, id, op)
    if (status) call.emitEphemeral(status.event, status.audience)
    return {}
  }),
}
