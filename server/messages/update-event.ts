import type { EventOf } from '../../api/events/index.ts'
import type { Audience } from '../kernel/log/audience.ts'
import type { EventParts, Tx } from '../kernel/transaction/tx.ts'
import { messageAudience, peopleIn } from './message-audience.ts'
import type { MessageRow } from './message-queries.ts'
import { holdersOutside, type ReceivedIds, receivedAmong } from './receivers.ts'

/** The rest differs from person to person. */
export type UpdateEvent = Omit<EventOf<'update_message'>, 'id' | 'flags' | 'message_id' | 'message_ids'>

export const placeOf = (tx: Tx, { channel_id: id }: MessageRow): { stream_id?: number; stream_name?: string } =>
  id === null ? {} : { stream_id: id, stream_name: tx.realm.channels.get(id)!.name }

/** Who has the messages before the change; where history is protected also who has which. */
export async function holdersOf(
  tx: Pick<Tx, 'db' | 'realm'>,
  message: MessageRow,
  ids: readonly number[],
): Promise<{ audience: Audience; received: ReceivedIds | undefined }> {
  const channel = message.channel_id === null ? undefined : tx.realm.channels.get(message.channel_id)
  const received = channel?.historyPublic === false ? await receivedAmong(tx.db, tx.realm.id, ids) : undefined
  const outside = channel && !received ? await holdersOutside(tx.db, channel.convId, ids) : []
  const receivers = received && new Set(received.keys())
  return { audience: messageAudience(tx.realm, message, receivers, [...(receivers ?? outside)]), received }
}

interface ChangedMessages {
  readonly id: number
  readonly ids: readonly number[]
  readonly received: ReceivedIds | undefined
}

/**
 * The ids of the message and of the others are the same for everyone, unless history is protected and somebody has not
 * received all of them. Flags are added when the event is delivered.
 */
export function fieldsFor(
  tx: Tx,
  { id, ids, received }: ChangedMessages,
  audience: Audience,
): { shared: object; parts: EventParts } {
  const people = received ? peopleIn(tx.realm, audience) : []
  const differing = people.filter((userId) => (received?.get(userId) ?? ids).length !== ids.length)
  if (differing.length === 0) return { shared: { message_id: id, message_ids: ids }, parts: { flagsOf: id } }
  const ownIds = (userId: number) => {
    const message_ids = received!.get(userId)!
    return { message_id: message_ids.includes(id) ? id : message_ids[0]!, message_ids }
  }
  const of = Object.fromEntries(differing.map((userId) => [userId, ownIds(userId)]))
  return { shared: {}, parts: { flagsOf: id, personal: { of, others: { message_id: id, message_ids: ids } } } }
}
