import type { EventOf } from '../../../api/events/index.ts'
import type { Audience } from '../../kernel/log/audience.ts'
import type { PersonalFields } from '../../kernel/log/log-row.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { MessageRow } from '../fetching/queries.ts'
import { type FlagGroup, flagGroupsOf, holdersOutside, type ReceivedIds, receivedAmong } from '../fetching/receivers.ts'
import { messageAudience } from '../message-audience.ts'
import { flagsOf } from '../present.ts'

/** The rest differs from person to person. */
export type UpdateEvent = Omit<EventOf<'update_message'>, 'id' | 'flags' | 'message_id' | 'message_ids'>

export const placeOf = (tx: Tx, { channel_id: id }: MessageRow): { stream_id?: number; stream_name?: string } =>
  id === null ? {} : { stream_id: id, stream_name: tx.realm.channels.get(id)!.name }

/** Who has the messages before the change; where history is protected also who has which. */
export async function holdersOf(
  tx: Tx,
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
 * The flags of the message for each person. Its id and those of the others are the same for everyone, unless history is
 * protected and somebody has not received all of them.
 */
export async function fieldsFor(
  tx: Tx,
  { id, ids, received }: ChangedMessages,
  people: readonly number[],
): Promise<{ shared: object; personal: PersonalFields }> {
  const groups = await flagGroupsOf(tx.db, tx.realm.id, id, people)
  const idsOf = (userId: number) => received?.get(userId) ?? ids
  const areSame = groups.every((group) => group.user_ids.every((userId) => idsOf(userId).length === ids.length))
  if (areSame) {
    const parts = groups.map((group) => ({ people: group.user_ids, own: { flags: flagsOf(group) } }))
    return { shared: { message_id: id, message_ids: ids }, personal: merged(parts) }
  }
  const own = (group: FlagGroup, userId: number) => {
    const message_ids = idsOf(userId)
    const message_id = message_ids.includes(id) ? id : message_ids[0]!
    return { flags: flagsOf(group), message_id, message_ids }
  }
  const parts = groups.flatMap((group) =>
    group.user_ids.map((userId) => ({ people: [userId], own: own(group, userId) })),
  )
  return { shared: {}, personal: merged(parts) }
}

interface PersonalPart {
  readonly people: readonly number[]
  readonly own: { readonly flags: readonly string[] }
}

/** What most people have in common is stored once. */
function merged(parts: readonly PersonalPart[]): PersonalFields {
  const groups = Map.groupBy(parts, ({ own }) => JSON.stringify(own))
  const sizeOf = (group: readonly PersonalPart[]) => group.reduce((sum, { people }) => sum + people.length, 0)
  const [largest, ...smaller] = [...groups.values()].sort((a, b) => sizeOf(b) - sizeOf(a))
  const differing = smaller.flat().flatMap(({ people, own }) => people.map((id) => [id, own] as const))
  return { of: Object.fromEntries(differing), others: largest?.[0]?.own ?? { flags: [] } }
}
