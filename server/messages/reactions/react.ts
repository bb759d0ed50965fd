import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { SmallChange } from '../../kernel/log/lane.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Emoji } from '../../organization/emoji/choose-emoji.ts'
import { invalidMessage, isMessageId, maySeeMessage } from '../message-access.ts'
import { messageAudience } from '../message-audience.ts'
import { type QueuedReaction, REACTION_KINDS, type ReactionPlan } from './reaction-batch.ts'
import { loadTarget, type ReactionTarget } from './target-queries.ts'

/** The message to react to, which the actor must be able to see, and the log position of the read. */
export async function requireTarget(
  db: Db,
  actor: Actor,
  messageId: number,
): Promise<{ readonly target: ReactionTarget; readonly readAt: number }> {
  const readAt = actor.realm.seq
  const target = isMessageId(messageId) ? await loadTarget(db, actor.realm, actor.user.id, messageId) : null
  if (!target || !maySeeMessage(actor, target.message)) throw invalidMessage()
  return { target, readAt }
}

type ReactionChange = QueuedReaction & SmallChange<ReactionPlan, boolean, ReactionTarget | null, Actor>

/** Adds or removes a reaction as a small change of the lane. */
export const reactionChange = (
  caller: Actor,
  op: 'add' | 'remove',
  { target: read, readAt }: { readonly target: ReactionTarget; readonly readAt: number },
  /** Chosen again inside the lane: a custom emoji may have been deactivated meanwhile. */
  choose: (realm: RealmState, target: ReactionTarget) => Emoji,
): ReactionChange => ({
  kind: REACTION_KINDS[op],
  realm: caller.realm,
  userId: caller.user.id,
  target: read,
  readAt,
  decide(actor, readAgain) {
    const target = readAgain === undefined ? read : readAgain
    if (!target || !maySeeMessage(actor, target.message) || isArchived(actor, target)) throw invalidMessage()
    const emoji = choose(actor.realm, target)
    const plan = {
      messageId: read.message.id,
      userId: actor.user.id,
      emoji,
      audience: messageAudience(actor.realm, target.message, target.receivers),
    }
    return { plan }
  },
})

const isArchived = ({ realm }: Actor, { message: { channel_id: id } }: ReactionTarget): boolean =>
  id !== null && (realm.channels.get(id)?.isArchived ?? true)
