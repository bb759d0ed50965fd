import { writePayload } from '../../log/log-row.ts'
import type { PlacedSend } from './send-plan.ts'

export type Value = string | number | boolean | null | undefined

/** What a batch tells the database of each of its messages: a column, and where its value comes from. */
export interface Column {
  readonly name: string
  readonly type: 'int' | 'bigint' | 'text' | 'boolean'
  value(send: PlacedSend): Value
}

export const COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint', value: ({ plan }) => plan.message.id },
  { name: 'sender_id', type: 'int', value: ({ plan }) => plan.message.senderId },
  { name: 'conv_id', type: 'int', value: ({ plan }) => plan.message.convId },
  { name: 'topic_id', type: 'int', value: ({ topicId }) => topicId },
  { name: 'hseq', type: 'int', value: ({ hseq }) => hseq },
  { name: 'mflags', type: 'int', value: ({ plan }) => plan.mflags },
  { name: 'client', type: 'text', value: ({ plan }) => plan.message.client },
  { name: 'content', type: 'text', value: ({ plan }) => plan.message.content },
  { name: 'rendered', type: 'text', value: ({ plan }) => plan.message.rendered },
  { name: 'audience', type: 'text', value: ({ plan }) => JSON.stringify(plan.audience) },
  { name: 'payload', type: 'text', value: payload },
]

/** Of sends that may be repeated. */
export const KEY_COLUMNS: readonly Column[] = [
  { name: 'key', type: 'text', value: ({ plan }) => plan.key?.key },
  { name: 'digest', type: 'text', value: ({ plan }) => plan.key?.digest },
]

/** Where a topic is unknown. */
export const TOPIC_COLUMNS: readonly Column[] = [
  { name: 'channel_id', type: 'int', value: ({ plan }) => plan.message.channelId },
  { name: 'topic', type: 'text', value: ({ plan }) => plan.message.topic },
  { name: 'topic_key', type: 'text', value: ({ topicKey }) => topicKey },
  { name: 'names_topic', type: 'boolean', value: ({ namesTopic }) => namesTopic },
]

/** The log's payload; without its end where the statement has to add the name of a topic that memory does not know. */
function payload({ plan: { message }, topicId }: PlacedSend): string {
  if (topicId !== undefined) return writePayload({ message })
  const unnamed = { message: { ...message, topic: undefined as unknown as string } }
  return writePayload(unnamed).slice(0, -PAYLOAD_END.length)
}

export const PAYLOAD_END = '}}'
