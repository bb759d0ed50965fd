import { addReaction, removeReaction } from '../../../api/endpoints/reactions.ts'
import { ApiError } from '../../../api/errors.ts'
import { participateByReacting } from '../../channels/user-topics/participate.ts'
import { route } from '../../kernel/http/route.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { chooseEmoji, chooseRemoval } from '../../organization/emoji/choose-emoji.ts'
import { reactionChange, requireTarget } from './react.ts'
import type { ReactionTarget } from './target-queries.ts'

export const reactionRoutes = {
  addReaction: route(addReaction, async (call) => {
    const { db, actor, params } = call
    const read = await requireTarget(db, actor, params.message_id)
    const choose = (realm: RealmState, { message }: ReactionTarget) =>
      chooseEmoji(realm, params, message.reactions ?? [])
    choose(actor.realm, read.target)
    const isNew = await call.submit(reactionChange(actor, 'add', read, choose))
    if (!isNew) throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
    const { channel_id: id, topic } = read.target.message
    const channel = id === null ? undefined : actor.realm.channels.get(id)
    if (channel) await participateByReacting(call, { channel, name: topic ?? '' })
    return {}
  }),

  removeReaction: route(removeReaction, async (call) => {
    const { db, actor, params } = call
    const read = await requireTarget(db, actor, params.message_id)
    const mine = (read.target.message.reactions ?? []).filter((reaction) => reaction.user_id === actor.user.id)
    const emoji = { ...chooseRemoval(actor.realm, params, mine), name: params.emoji_name ?? '' }
    const existed = await call.submit(reactionChange(actor, 'remove', read, () => emoji))
    if (!existed) throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
    return {}
  }),
}
