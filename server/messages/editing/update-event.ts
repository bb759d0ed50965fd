import type { EventOf } from '../../../api/events/index.ts'
import type { Audience } from '../../log/audience.ts'
import type { PersonalFields } from '../../log/log-row.ts'
import type { Tx } from '../../transaction/tx.ts'
import { peopleWithRows } from '../deleting/queries.ts'
import type { MessageRow } from '../fetching/queries.ts'
import { type FlagRow, flagRowsOf, type ReceivedIds, receivedAmong } from '../fetching/receivers.ts'
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
  const received = channel?.historyPublic === false ? await receivedAmong(tx.db, ids) : undefined
  const copies = received ? [...received.keys()] : await peopleWithRows(tx.db, ids)
  const receivers = received && new Set(received.keys())
  return { audience: messageAudience(tx.realm, message, receivers, copies), received }
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
  const rows = await flagRowsOf(tx.db, id, people)
  const idsOf = ({ user_id }: FlagRow) => received?.get(user_id) ?? ids
  if (rows.every((row) => idsOf(row).length === ids.length))
    return { shared: { message_id: id, message_ids: ids }, personal: grouped(rows, (row) => ({ flags: flagsOf(row) })) }
  const own = (row: FlagRow) => {
    const message_ids = idsOf(row)
    const message_id = message_ids.includes(id) ? id : message_ids[0]!
    return { flags: flagsOf(row), message_id, message_ids }
  }
  return { shared: {}, personal: grouped(rows, own) }
}

/** What most people have in common is stored once. */
function grouped(rows: readonly FlagRow[], fieldsOf: (row: FlagRow) => { readonly flags: readonly string[] }) {
  const fields = rows.map((row) => ({ id: row.user_id, own: fieldsOf(row) }))
  const groups = Map.groupBy(fields, ({ own }) => JSON.stringify(own))
  const [largest, ...smaller] = [...groups.values()].sort((a, b) => b.length - a.length)
  const differing = smaller.flat().map(({ id, own }) => [id, own] as const)
  return { of: Object.fromEntries(differing), others: largest?.[0]?.own ?? { flags: [] } }
}
