import { addReaction, removeReaction } from '../../api/endpoints/reactions.ts'
import { ApiError } from '../../api/errors.ts'
import { seconds } from '../clock.ts'
import { route } from '../http/route.ts'
import { chooseEmoji, chooseRemoval } from './choose-emoji.ts'
import { reactionChange, requireTarget } from './react.ts'

export const reactionRoutes = {
  addReaction: route(addReaction, async ({ ctx, db, actor, params }) => {
    const now = seconds(ctx.clock)
    const target = await requireTarget(db, actor, params.message_id, now)
    const emoji = chooseEmoji(params, target.message.reactions ?? [])
    const isNew = await ctx.submit(actor.realm.id, reactionChange(actor, 'add', target, emoji, now), addReaction.emits)
    if (!isNew) throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
    return {}
  }),

  removeReaction: route(removeReaction, async ({ ctx, db, actor, params }) => {
    const now = seconds(ctx.clock)
    const target = await requireTarget(db, actor, params.message_id, now)
    const mine = (target.message.reactions ?? []).filter((reaction) => reaction.user_id === actor.user.id)
    const emoji = { ...chooseRemoval(params, mine), name: params.emoji_name ?? '' }
    const was = await ctx.submit(
      actor.realm.id,
      reactionChange(actor, 'remove', target, emoji, now),
      removeReaction.emits,
    )
    if (!was) throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
    return {}
  }),
}
