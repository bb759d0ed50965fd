import { type Actor, currentActor } from '../actor.ts'
import { hasContentAccess } from '../channels/access.ts'
import type { Db } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import type { SmallChange } from '../log/lane.ts'
import { invalidMessage, maySeeMessage, requireVisibleMessage } from '../messages/message-access.ts'
import { type MessageRow, receiversOf } from '../messages/queries.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Emoji } from './choose-emoji.ts'
import { REACTION_KINDS, type ReactionPlan } from './reaction-batch.ts'

export interface ReactionTarget {
  readonly message: MessageRow
  /** Where history is protected. Who joins later does not become one of them, so they are known before the lane. */
  readonly receivers: ReadonlySet<number> | undefined
}

/** The message to react to, which the actor must be able to see. */
export async function requireTarget(db: Db, actor: Actor, messageId: number, now: number): Promise<ReactionTarget> {
  const message = await requireVisibleMessage(db, actor, messageId, now)
  const channel = message.channel_id === null ? undefined : actor.realm.channels.get(message.channel_id)
  const isProtected = channel !== undefined && !channel.historyPublic
  return { message, receivers: isProtected ? await receiversOf(db, messageId) : undefined }
}

/** Adding or removing a reaction, as the lane takes it: decided again where an earlier revocation counts. */
export function reactionChange(
  caller: Actor,
  op: 'add' | 'remove',
  target: ReactionTarget,
  emoji: Emoji,
  now: number,
): SmallChange<ReactionPlan, boolean> {
  const { message } = target
  return {
    kind: REACTION_KINDS[op],
    decide() {
      const actor = currentActor(caller)
      if (!maySeeMessage(actor, message, now) || isArchived(actor, message)) throw invalidMessage()
      const plan = { messageId: message.id, userId: actor.user.id, emoji, audience: audienceOf(actor, target, now) }
      return { plan }
    },
  }
}

const isArchived = ({ realm }: Actor, { channel_id: id }: MessageRow): boolean =>
  id !== null && (realm.channels.get(id)?.isArchived ?? true)

/** Everybody who has the message: the people of the conversation, or subscribers and a sender who may still read it. */
function audienceOf({ realm }: Actor, { message, receivers }: ReactionTarget, now: number): Audience {
  if (message.channel_id === null) return { to: 'users', ids: message.members ?? [] }
  const channel = realm.channels.get(message.channel_id)
  const sender = realm.users.get(message.sender_id)
  const senderHasIt = receivers?.has(message.sender_id) ?? true
  const plus = channel && sender && senderHasIt && hasContentAccess(realm, sender, channel, now) ? [sender.id] : []
  return receivers
    ? audienceAmong(receivers, realm, message.channel_id, plus)
    : { to: 'channel', channel: message.channel_id, plus }
}

/** Those subscribers who received it, and `plus`. */
function audienceAmong(
  receivers: ReadonlySet<number>,
  realm: RealmState,
  channelId: number,
  plus: readonly number[],
): Audience {
  const subscribers = [...realm.memberships.subscribers(channelId)]
  const late = subscribers.filter((id) => !receivers.has(id))
  // The shorter list goes into the log.
  if (late.length <= subscribers.length / 2) return { to: 'channel', channel: channelId, plus, except: late }
  return { to: 'users', ids: [...new Set([...subscribers.filter((id) => receivers.has(id)), ...plus])] }
}
