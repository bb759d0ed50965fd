import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { placeOf } from '../model/place.ts'
import { changeListed } from './listed-channels.ts'
import { reducer } from './reducer.ts'

/** Records that the channel has a message. Nearly always it had one before. */
function touchChannel(state: RegisterState, streamId: number, id: number): RegisterState {
  const isQuiet = (one: { stream_id: number; first_message_id: number | null; is_recently_active: boolean }) =>
    one.stream_id === streamId && (one.first_message_id === null || !one.is_recently_active)
  const { streams = [], subscriptions = [], unsubscribed = [], never_subscribed: never = [] } = state
  if (![streams, subscriptions, unsubscribed, never].some((list) => list.some(isQuiet))) return state
  return changeListed(state, new Set([streamId]), (channel) => ({
    ...channel,
    first_message_id: channel.first_message_id ?? id,
    is_recently_active: true,
  }))
}

/** The order of the ids does not matter. */
const isSamePeople = (user_ids: readonly number[], others: readonly number[]): boolean =>
  user_ids.length === others.length && user_ids.every((id) => others.includes(id))

function touchConversation(state: RegisterState, others: readonly number[], id: number): RegisterState {
  const { recent_private_conversations: recent } = state
  if (!recent) return state
  const rest = recent.filter(({ user_ids }) => !isSamePeople(user_ids, others))
  return { ...state, recent_private_conversations: [{ max_message_id: id, user_ids: [...others] }, ...rest] }
}

function applyMessageEvent(state: RegisterState, { message }: EventOf<'message'>): RegisterState {
  const at = placeOf(message, state.user_id)
  const { max_message_id: max } = state
  const next = max === undefined || max >= message.id ? state : { ...state, max_message_id: message.id }
  if (at.kind === 'channel') return touchChannel(next, at.streamId, message.id)
  return touchConversation(next, at.others, message.id)
}

export const message = reducer('message', applyMessageEvent)
