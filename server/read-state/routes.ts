import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { seconds } from '../clock.ts'
import { route } from '../http/route.ts'
import { loadTargets } from './queries.ts'
import { checkFlag, checkOperation, flagsChange } from './update-flags.ts'

export const readStateRoutes = {
  updateMessageFlags: route(updateMessageFlags, async ({ ctx, db, actor, params }) => {
    const op = checkOperation(params.op)
    const flag = checkFlag(params.flag)
    const wanted = [...new Set(params.messages)]
    const targets = await loadTargets(db, actor.realm.id, actor.user.id, wanted)
    const change = flagsChange(actor, flag, op, targets, wanted.length, seconds(ctx.clock))
    const ignoredChannels = await ctx.submit(actor.realm.id, change, updateMessageFlags.emits)
    return { messages: params.messages, ignored_because_not_subscribed_channels: [...ignoredChannels] }
  }),
}
