import { addReaction, removeReaction } from '../../api/endpoints/reactions.ts'
import { ApiError } from '../../api/errors.ts'
import { route } from '../http/route.ts'
import { chooseEmoji, chooseRemoval } from './choose-emoji.ts'
import { reactionChange, requireTarget } from './react.ts'

export const reactionRoutes = {
  addReaction: route(addReaction, async (call) => {
    const { db, actor, params } = call
    const read = await requireTarget(db, actor, params.message_id)
    const emoji = chooseEmoji(params, read.target.message.reactions ?? [])
    const isNew = await call.submit(reactionChange(actor, 'add', read, emoji))
    if (!isNew) throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
    return {}
  }),

  removeReaction: route(removeReaction, async (call) => {
    const { db, actor, params } = call
    const read = await requireTarget(db, actor, params.message_id)
    const mine = (read.target.message.reactions ?? []).filter((reaction) => reaction.user_id === actor.user.id)
    const emoji = { ...chooseRemoval(params, mine), name: params.emoji_name ?? '' }
    const existed = await call.submit(reactionChange(actor, 'remove', read, emoji))
    if (!existed) throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
    return {}
  }),
}
