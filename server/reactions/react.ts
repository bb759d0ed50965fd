import type { Actor } from '../actor.ts'
import { hasContentAccess } from '../channels/access.ts'
import type { Audience } from '../log/audience.ts'
import type { SmallChange } from '../log/lane.ts'
import { invalidMessage, maySeeMessage } from '../messages/message-access.ts'
import type { MessageRow } from '../messages/queries.ts'
import type { Emoji } from './choose-emoji.ts'
import { REACTION_KINDS, type ReactionPlan } from './reaction-batch.ts'

/** Adding or removing a reaction, as the lane takes it: decided again where an earlier revocation counts. */
export function reactionChange(
  actor: Actor,
  op: 'add' | 'remove',
  message: MessageRow,
  emoji: Emoji,
  now: number,
): SmallChange<ReactionPlan, boolean> {
  return {
    kind: REACTION_KINDS[op],
    decide() {
      if (!maySeeMessage(actor, message, now) || isArchived(actor, message)) throw invalidMessage()
      const plan = { messageId: message.id, userId: actor.user.id, emoji, audience: audienceOf(actor, message, now) }
      return { plan }
    },
  }
}

const isArchived = ({ realm }: Actor, { channel_id: id }: MessageRow): boolean =>
  id !== null && (realm.channels.get(id)?.isArchived ?? true)

/** Everybody who has the message: the people of the conversation, or subscribers and a sender who may still read it. */
function audienceOf({ realm }: Actor, message: MessageRow, now: number): Audience {
  if (message.channel_id === null) return { to: 'users', ids: message.members ?? [] }
  const channel = realm.channels.get(message.channel_id)
  const sender = realm.users.get(message.sender_id)
  const plus = channel && sender && hasContentAccess(realm, sender, channel, now) ? [sender.id] : []
  return { to: 'channel', channel: message.channel_id, plus }
}
