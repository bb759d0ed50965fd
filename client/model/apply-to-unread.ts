import type { Event, EventOf } from '../../api/events/index.ts'
import type { MessageFlag } from '../../api/objects/message.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { deletedIds } from './deleted-ids.ts'
import { isMuted, subscriptionOf } from './indexed.ts'
import { directPlace, type Place, placeOf } from './place.ts'
import type { Unread } from './unread.ts'

/** A wildcard mention in a muted topic does not count. */
function isMention(state: RegisterState, flags: readonly MessageFlag[], at: Place | undefined): boolean {
  if (flags.includes('mentioned')) return true
  const isWildcard = flags.includes('stream_wildcard_mentioned') || flags.includes('topic_wildcard_mentioned')
  return isWildcard && !(at?.kind === 'channel' && isMuted(state, at.streamId, at.topic))
}

function receive(unread: Unread, state: RegisterState, { message, flags }: EventOf<'message'>): void {
  if (flags.includes('read')) return
  const place = placeOf(message, state.user_id)
  unread.add(message.id, place, isMention(state, flags, place))
}

/** A new content may mention somebody else. Only unread mentions are counted. */
function update(unread: Unread, state: RegisterState, event: EventOf<'update_message'>): void {
  const { message_id: id, flags } = event
  if (event.content !== undefined && !flags.includes('read')) {
    const channel = { kind: 'channel', streamId: event.stream_id ?? -1, topic: event.orig_subject ?? '' } as const
    unread.mention(id, isMention(state, flags, unread.placeOf(id) ?? channel))
  }
  move(unread, state, event)
}

/** Unread messages move along. Who is not in the new channel does not have them any more. */
function move(unread: Unread, state: RegisterState, event: EventOf<'update_message'>): void {
  const streamId = event.new_stream_id ?? event.stream_id
  if (event.orig_subject === undefined || streamId === undefined) return
  const moved = event.message_ids.filter((id) => unread.has(id)).map((id) => [id, unread.mentions.has(id)] as const)
  unread.remove(moved.map(([id]) => id))
  if (state.subscriptions && !subscriptionOf(state, streamId)) return
  const place = { kind: 'channel', streamId, topic: event.subject ?? event.orig_subject } as const
  for (const [id, isMentioned] of moved) unread.add(id, place, isMentioned)
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
    unread.add(Number(id), place, mentioned ?? false)
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
