import type { Event, EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { deletedIds } from './deleted-ids.ts'
import { subscriptionOf } from './indexed.ts'
import { directPlace, type Place, placeOf } from './place.ts'
import type { Unread } from './unread.ts'

function receive(unread: Unread, state: RegisterState, { message, flags }: EventOf<'message'>): void {
  unread.setMentions(message.id, flags)
  if (!flags.includes('read')) unread.add(message.id, placeOf(message, state.user_id))
}

/** A new content may mention somebody else. */
function update(unread: Unread, state: RegisterState, event: EventOf<'update_message'>): void {
  if (event.content !== undefined) unread.setMentions(event.message_id, event.flags)
  move(unread, state, event)
}

/** Unread messages move along. Who is not in the new channel does not have them any more. */
function move(unread: Unread, state: RegisterState, event: EventOf<'update_message'>): void {
  const streamId = event.new_stream_id ?? event.stream_id
  if (event.orig_subject === undefined || streamId === undefined) return
  const moved = event.message_ids.filter((id) => unread.has(id))
  unread.remove(moved)
  if (state.subscriptions && !subscriptionOf(state, streamId)) return
  const place = { kind: 'channel', streamId, topic: event.subject ?? event.orig_subject } as const
  for (const id of moved) unread.add(id, place)
}

function changeFlags(unread: Unread, state: RegisterState, event: EventOf<'update_message_flags'>): void {
  if (event.flag !== 'read') return
  if (event.op === 'add') {
    if (event.all) unread.removeAll()
    else unread.remove(event.messages)
    return
  }
  // The messages may never have been fetched, so the event contains the place of each.
  for (const [id, { stream_id, topic, user_ids, mentioned }] of Object.entries(event.message_details ?? {})) {
    const place: Place =
      stream_id === undefined
        ? directPlace(user_ids ?? [], state.user_id)
        : { kind: 'channel', streamId: stream_id, topic: topic ?? '' }
    unread.add(Number(id), place)
    unread.setMention(Number(id), mentioned === true)
  }
}

/** Changes what is unread. `state` is the state before the event. */
export function applyToUnread(unread: Unread, state: RegisterState, event: Event): void {
  if (event.type === 'message') receive(unread, state, event)
  else if (event.type === 'update_message') update(unread, state, event)
  else if (event.type === 'delete_message') unread.remove(deletedIds(event))
  else if (event.type === 'update_message_flags') changeFlags(unread, state, event)
  else if (event.type === 'stream' && event.op === 'delete') unread.forgetChannels(new Set(event.stream_ids))
}
