import { writePayload } from '../../kernel/log/log-row.ts'
import { topicLexemes } from '../search/lexemes.ts'
import type { PlacedSend } from './send-plan.ts'

export type Value = string | number | boolean | null | undefined

/** A column of the statement and how to get its value from a message. */
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
  { name: 'lexemes', type: 'text', value: ({ plan }) => plan.lexemes },
  { name: 'audience', type: 'text', value: ({ plan }) => JSON.stringify(plan.audience) },
  { name: 'payload', type: 'text', value: payload },
]

/** Columns for sends with a key. */
export const KEY_COLUMNS: readonly Column[] = [
  { name: 'key', type: 'text', value: ({ plan }) => plan.key?.key },
  { name: 'digest', type: 'text', value: ({ plan }) => plan.key?.digest },
]

/** Columns for unknown topics. */
export const TOPIC_COLUMNS: readonly Column[] = [
  { name: 'channel_id', type: 'int', value: ({ plan }) => plan.message.channelId },
  { name: 'topic', type: 'text', value: ({ plan }) => plan.message.topic },
  { name: 'topic_key', type: 'text', value: ({ topicKey }) => topicKey },
  { name: 'topic_lexemes', type: 'text', value: ({ plan }) => topicLexemes(plan.message.topic) },
  { name: 'names_topic', type: 'boolean', value: ({ namesTopic }) => namesTopic },
]

/**
 * The payload for the log. Without its end if the statement has to add the name of a topic that memory does not know.
 */
function payload({ plan: { message }, topicId }: PlacedSend): string {
  if (topicId !== undefined) return writePayload({ message })
  const unnamed = { message: { ...message, topic: undefined as unknown as string } }
  return writePayload(unnamed).slice(0, -PAYLOAD_END.length)
}

export const PAYLOAD_END = '}}'
