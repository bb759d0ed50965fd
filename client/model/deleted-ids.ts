import type { EventOf } from '../../api/events/index.ts'

/** The messages that are gone, whichever form the queue asked for. */
export const deletedIds = ({ message_ids, message_id }: EventOf<'delete_message'>): readonly number[] =>
  message_ids ?? (message_id === undefined ? [] : [message_id])
