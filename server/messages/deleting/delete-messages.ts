import { emitFirstMessage } from '../../channels/first-message.ts'
import { linkedFrom } from '../../kernel/attachments/queries.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { messageAudience } from '../message-audience.ts'
import { holdersOutside, type ReceivedIds, receivedAmong } from '../receivers.ts'
import { releaseAttachments } from '../uploads/release-attachments.ts'
import { removeEmptyTopics, removeMessages } from './queries.ts'

/** The number of messages that are deleted with one event. */
export const MESSAGES_PER_EVENT = 100

/** Where messages that are deleted together are, all of them. */
export interface DeletedFrom {
  readonly channel_id: number | null
  readonly members: readonly number[] | null
  readonly topic_id: number | null
  readonly topic: string | null
}

export interface DeletedMessage {
  readonly id: number
  readonly sender_id: number
}

/** Deletes messages of one topic or direct conversation, with the events for everybody who had them. */
export async function deleteMessages(tx: Tx, from: DeletedFrom, messages: readonly DeletedMessage[]): Promise<void> {
  await deleteFromTopic(tx, from, messages)
  const channel = from.channel_id === null ? undefined : tx.realm.channels.get(from.channel_id)
  if (channel) await emitFirstMessage(tx, channel, { left: messages.map((message) => message.id) })
}

/** The same without the event that the channel has another first message. */
export async function deleteFromTopic(tx: Tx, from: DeletedFrom, messages: readonly DeletedMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MESSAGES_PER_EVENT)
    await deleteTogether(tx, from, messages.slice(start, start + MESSAGES_PER_EVENT))
  if (from.topic_id !== null) await removeEmptyTopics(tx.db, [from.topic_id])
}

async function deleteTogether(tx: Tx, from: DeletedFrom, messages: readonly DeletedMessage[]): Promise<void> {
  const ids = messages.map((message) => message.id).sort((a, b) => a - b)
  const channel = from.channel_id === null ? undefined : tx.realm.channels.get(from.channel_id)
  const isProtected = channel?.historyPublic === false
  const audiences = isProtected
    ? await protectedAudiences(tx, from, ids)
    : [await sharedAudience(tx, from, channel, messages)]
  const linked = await linkedFrom(tx.db, tx.realm.id, ids)
  await removeMessages(tx.db, tx.realm.id, ids)
  const place =
    from.channel_id === null
      ? ({ message_type: 'private' } as const)
      : ({ message_type: 'stream', stream_id: from.channel_id, topic: from.topic ?? '' } as const)
  const state = [
    { relocated: true } as const,
    ...(from.channel_id === null ? [] : [{ forgetTopics: from.channel_id } as const]),
  ]
  for (const [index, { audience, ids: told }] of audiences.entries()) {
    const event: EventData = { type: 'delete_message', ...place, message_ids: [...told] }
    tx.emit(event, audience, index === 0 ? { state } : {})
  }
  if (audiences.length === 0) tx.record(state)
  await releaseAttachments(tx, linked)
}

async function sharedAudience(
  tx: Tx,
  from: DeletedFrom,
  channel: Channel | undefined,
  messages: readonly DeletedMessage[],
) {
  const ids = messages.map((message) => message.id)
  const outside = channel ? await holdersOutside(tx.db, channel.convId, ids) : []
  const senders = messages.map((message) => message.sender_id)
  const held = { ...from, sender_id: senders[0]! }
  return {
    audience: messageAudience(tx.realm, held, undefined, [...senders, ...outside]),
    ids: ids.toSorted((a, b) => a - b),
  }
}

/** Nobody learns of messages that they never received: people with the same ones share an event. */
async function protectedAudiences(tx: Tx, from: DeletedFrom, ids: readonly number[]) {
  const received: ReceivedIds = await receivedAmong(tx.db, tx.realm.id, ids)
  const groups = Map.groupBy(received, ([, own]) => own.join())
  return [...groups.values()].map((people) => {
    const receivers = new Set(people.map(([userId]) => userId))
    const held = { ...from, sender_id: 0 }
    return { audience: messageAudience(tx.realm, held, receivers, [...receivers]), ids: people[0]![1] }
  })
}
