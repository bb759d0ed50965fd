import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { addUnread, removeUnread } from './unread.ts'

type FlagsEvent = EventOf<'update_message_flags'>
type Details = NonNullable<Extract<FlagsEvent, { op: 'remove' }>['message_details']>

function star(state: RegisterState, ids: readonly number[], isStarred: boolean): RegisterState {
  const { starred_messages: starred } = state
  if (!starred) return state
  const changed = new Set(ids)
  const rest = starred.filter((id) => !changed.has(id))
  return { ...state, starred_messages: (isStarred ? [...rest, ...changed] : rest).sort((a, b) => a - b) }
}

/** The messages may never have been fetched, so the event contains the place of each. */
function markUnread(state: RegisterState, details: Details): RegisterState {
  return Object.entries(details).reduce((current, [id, { stream_id, topic, user_ids, mentioned }]) => {
    const others = [...(user_ids ?? [])].sort((a, b) => a - b)
    const place =
      stream_id === undefined
        ? ({ kind: 'direct', others } as const)
        : ({ kind: 'channel', streamId: stream_id, topic: topic ?? '' } as const)
    return addUnread(current, Number(id), place, mentioned ?? false)
  }, state)
}

export function applyFlagsEvent(state: RegisterState, event: FlagsEvent): RegisterState {
  if (event.flag === 'starred') return star(state, event.messages, event.op === 'add')
  if (event.flag !== 'read') return state
  if (event.op === 'remove') return markUnread(state, event.message_details ?? {})
  return removeUnread(state, event.all ? null : new Set(event.messages))
}
