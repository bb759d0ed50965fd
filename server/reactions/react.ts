import type { Actor } from '../actor.ts'
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
      const plan = { messageId: message.id, userId: actor.user.id, emoji, audience: audienceOf(message) }
      return { plan }
    },
  }
}

const isArchived = ({ realm }: Actor, { channel_id: id }: MessageRow): boolean =>
  id !== null && (realm.channels.get(id)?.isArchived ?? true)

/** Everybody who has the message: subscribers and its sender, or the people of the conversation. */
const audienceOf = (message: MessageRow): Audience =>
  message.channel_id === null
    ? { to: 'users', ids: message.members ?? [] }
    : { to: 'channel', channel: message.channel_id, plus: [message.sender_id] }
