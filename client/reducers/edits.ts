import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { deletedIds } from '../model/deleted-ids.ts'
import { subscriptionOf } from '../model/indexed.ts'
import { unstar } from './flags.ts'

/** Who is not in the new channel has lost the messages, and their stars with them. */
export function applyUpdatedMessage(state: RegisterState, event: EventOf<'update_message'>): RegisterState {
  const { new_stream_id: moved } = event
  const isLost = moved !== undefined && state.subscriptions !== undefined && !subscriptionOf(state, moved)
  return isLost ? unstar(state, event.message_ids) : state
}

export const applyDeletedMessages = (state: RegisterState, event: EventOf<'delete_message'>): RegisterState =>
  unstar(state, deletedIds(event))
