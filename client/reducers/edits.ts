import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { deletedIds } from '../model/deleted-ids.ts'
import { subscriptionOf } from '../model/indexed.ts'
import { unstar } from './flags.ts'
import { reducer } from './reducer.ts'

/** Who is not in the new channel has lost the messages, and their stars with them. */
function applyUpdatedMessage(state: RegisterState, event: EventOf<'update_message'>): RegisterState {
  const { new_stream_id: moved } = event
  const isLost = moved !== undefined && state.subscriptions !== undefined && !subscriptionOf(state, moved)
  return isLost ? unstar(state, event.message_ids) : state
}

const applyDeletedMessages = (state: RegisterState, event: EventOf<'delete_message'>): RegisterState =>
  unstar(state, deletedIds(event))

export const updatedMessage = reducer('update_message', applyUpdatedMessage)

export const deletedMessages = reducer('delete_message', applyDeletedMessages)
