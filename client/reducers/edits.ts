import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { unstar } from './flags.ts'
import { isMention } from './message.ts'
import { addUnread, removeUnread } from './unread.ts'

type Updated = EventOf<'update_message'>

const ascending = (a: number, b: number): number => a - b

/** A new content may mention somebody else. Only unread mentions are counted. */
function changeMentions(state: RegisterState, event: Updated): RegisterState {
  const { unread_msgs: unread } = state
  if (!unread || event.content === undefined || event.flags.includes('read')) return state
  const rest = unread.mentions.filter((id) => id !== event.message_id)
  const place = { kind: 'channel', streamId: event.stream_id ?? -1, topic: event.orig_subject ?? '' } as const
  const topic = unread.streams.find(({ unread_message_ids: ids }) => ids.includes(event.message_id))?.topic
  const isCalled = isMention(state, event.flags, { ...place, topic: topic ?? place.topic })
  const mentions = isCalled ? [...rest, event.message_id].sort(ascending) : rest
  return { ...state, unread_msgs: { ...unread, mentions } }
}

/** Unread messages move along. Who is not in the new channel does not have them any more. */
function moveUnread(state: RegisterState, event: Updated): RegisterState {
  const { unread_msgs: unread } = state
  const streamId = event.new_stream_id ?? event.stream_id
  if (!unread || event.orig_subject === undefined || streamId === undefined) return state
  const moved = new Set(event.message_ids)
  const ids = unread.streams.flatMap((entry) => entry.unread_message_ids.filter((id) => moved.has(id)))
  const called = new Set(unread.mentions.filter((id) => moved.has(id)))
  const rest = removeUnread(state, new Set(ids))
  if (!isSubscribed(state, streamId)) return rest
  const place = { kind: 'channel', streamId, topic: event.subject ?? event.orig_subject } as const
  return ids.reduce((next, id) => addUnread(next, id, place, called.has(id)), rest)
}

const isSubscribed = (state: RegisterState, streamId: number): boolean =>
  state.subscriptions?.some(({ stream_id }) => stream_id === streamId) ?? true

export function applyUpdatedMessage(state: RegisterState, event: Updated): RegisterState {
  const next = moveUnread(changeMentions(state, event), event)
  const isLost = event.new_stream_id !== undefined && !isSubscribed(state, event.new_stream_id)
  return isLost ? unstar(next, event.message_ids) : next
}

export function applyDeletedMessages(state: RegisterState, event: EventOf<'delete_message'>): RegisterState {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  return unstar(removeUnread(state, new Set(ids)), ids)
}
