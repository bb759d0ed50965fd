import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { route } from '../http/route.ts'
import { loadTargets } from './queries.ts'
import { checkFlag, checkOperation, flagsChange } from './update-flags.ts'

export const readStateRoutes = {
  updateMessageFlags: route(updateMessageFlags, async (call) => {
    const { db, actor, params } = call
    const op = checkOperation(params.op)
    const flag = checkFlag(params.flag)
    const wanted = [...new Set(params.messages)]
    const readAt = actor.realm.seq
    const targets = await loadTargets(db, actor.realm.id, actor.user.id, wanted)
    const ignoredChannels = await call.submit(flagsChange(actor, flag, op, wanted, targets, readAt))
    return { messages: params.messages, ignored_because_not_subscribed_channels: [...ignoredChannels] }
  }),
}
