import type { Actor } from '../actor.ts'
import { hasContentAccess } from '../channels/access.ts'
import type { Db } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import type { SmallChange } from '../log/lane.ts'
import { invalidMessage, isMessageId, maySeeMessage } from '../messages/message-access.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Emoji } from './choose-emoji.ts'
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
    const plan = { messageId: read.message.id, userId: actor.user.id, emoji, audience: audienceOf(actor, target) }
    return { plan }
  },
})

const isArchived = ({ realm }: Actor, { message: { channel_id: id } }: ReactionTarget): boolean =>
  id !== null && (realm.channels.get(id)?.isArchived ?? true)

/**
 * Everyone who has the message: the people of the conversation, or the subscribers and a sender who may still read it.
 */
function audienceOf({ realm }: Actor, { message, receivers }: ReactionTarget): Audience {
  if (message.channel_id === null) return { to: 'users', ids: message.members ?? [] }
  const channel = realm.channels.get(message.channel_id)
  const sender = realm.users.get(message.sender_id)
  const senderHasIt = receivers?.has(message.sender_id) ?? true
  const plus = channel && sender && senderHasIt && hasContentAccess(realm, sender, channel) ? [sender.id] : []
  return receivers
    ? audienceAmong(receivers, realm, message.channel_id, plus)
    : { to: 'channel', channel: message.channel_id, plus }
}

/** The subscribers who received it, and `plus`. */
function audienceAmong(
  receivers: ReadonlySet<number>,
  realm: RealmState,
  channelId: number,
  plus: readonly number[],
): Audience {
  const subscribers = [...realm.memberships.subscribers(channelId)]
  const late = subscribers.filter((id) => !receivers.has(id))
  // The shorter list is stored in the log.
  if (late.length <= subscribers.length / 2) return { to: 'channel', channel: channelId, plus, except: late }
  return { to: 'users', ids: [...new Set([...subscribers.filter((id) => receivers.has(id)), ...plus])] }
}
