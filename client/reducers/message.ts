import type { EventOf } from '../../api/events/index.ts'
import type { Message, MessageFlag } from '../../api/objects/message.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { changeListed } from './listed-channels.ts'
import { addUnread, isMuted, type Place } from './unread.ts'

function placeOf(message: Message, ownId: number | undefined): Place {
  const { display_recipient: recipients, stream_id, subject } = message
  if (stream_id !== undefined) return { kind: 'channel', streamId: stream_id, topic: subject }
  const people = Array.isArray(recipients) ? recipients.map(({ id }) => id) : []
  return { kind: 'direct', others: people.filter((id) => id !== ownId).sort((a, b) => a - b) }
}

/** A wildcard mention in a muted topic does not count. */
function isMention(state: RegisterState, flags: readonly MessageFlag[], at: Place): boolean {
  if (flags.includes('mentioned')) return true
  const isWildcard = flags.includes('stream_wildcard_mentioned') || flags.includes('topic_wildcard_mentioned')
  return isWildcard && !(at.kind === 'channel' && isMuted(state, at.streamId, at.topic))
}

/** Records that the channel has a message. */
const touchChannel = (state: RegisterState, streamId: number, id: number): RegisterState =>
  changeListed(state, new Set([streamId]), (channel) => ({
    ...channel,
    first_message_id: channel.first_message_id ?? id,
    is_recently_active: true,
  }))

function touchConversation(state: RegisterState, others: readonly number[], id: number): RegisterState {
  const { recent_private_conversations: recent } = state
  if (!recent) return state
  const isSame = (user_ids: readonly number[]) => user_ids.join() === others.join()
  const rest = recent.filter(({ user_ids }) => !isSame([...user_ids].sort((a, b) => a - b)))
  return { ...state, recent_private_conversations: [{ max_message_id: id, user_ids: [...others] }, ...rest] }
}

export function applyMessageEvent(state: RegisterState, { message, flags }: EventOf<'message'>): RegisterState {
  const at = placeOf(message, state.user_id)
  let next = state
  if (next.max_message_id !== undefined) {
    next = { ...next, max_message_id: Math.max(next.max_message_id, message.id) }
  }
  next =
    at.kind === 'channel' ? touchChannel(next, at.streamId, message.id) : touchConversation(next, at.others, message.id)
  return flags.includes('read') ? next : addUnread(next, message.id, at, isMention(next, flags, at))
}
