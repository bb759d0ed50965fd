import { readText } from '../narrow-text.ts'
import type { SourceEdit, SourceMessage, SourceReaction, SourceReactionRow } from '../source.ts'
import type { ParleyArchive, Row } from './archive.ts'

interface Message {
  readonly id: number
  readonly sender_id: number
  readonly timestamp: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly user_ids: readonly number[] | null
  readonly content: string
}

interface Edit {
  readonly message_id: number
  readonly user_id: number | null
  readonly timestamp: number
  readonly prev_content?: string
  readonly prev_topic?: string
  readonly prev_stream?: number
}

/** Messages and their edits are both in the order of message ids, so they are read side by side. */
export async function* messagesOf(archive: ParleyArchive): AsyncGenerator<SourceMessage> {
  const edits = archive.rows<Edit>('edits')
  let next = await edits.next()
  for await (const { row, where } of archive.rows<Message>('messages')) {
    if (typeof row.id !== 'number' || typeof row.content !== 'string' || typeof row.sender_id !== 'number') {
      archive.report.skip(where, 'the message has no id, sender or text')
      continue
    }
    const own: Row<Edit>[] = []
    while (!next.done && next.value.row.message_id <= row.id) {
      if (next.value.row.message_id === row.id) own.push(next.value)
      next = await edits.next()
    }
    const names = archive.namesIn(row.id)
    yield {
      id: `${row.id}`,
      where,
      senderId: `${row.sender_id}`,
      sentAt: row.timestamp,
      to:
        row.channel_id === null
          ? { people: (row.user_ids ?? []).map(String) }
          : { channelId: `${row.channel_id}`, topic: row.topic ?? '' },
      content: readText(row.content, names),
      edits: own.map(
        ({ row: edit }): SourceEdit => ({
          personId: edit.user_id === null ? null : `${edit.user_id}`,
          at: edit.timestamp,
          ...(edit.prev_content !== undefined && { previousContent: readText(edit.prev_content, names) }),
          ...(edit.prev_topic !== undefined && { previousTopic: edit.prev_topic }),
          ...(edit.prev_stream !== undefined && { previousChannelId: `${edit.prev_stream}` }),
        }),
      ),
    }
  }
}

interface Reaction {
  readonly message_id: number
  readonly user_id: number
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

export async function* reactionsOf(archive: ParleyArchive): AsyncGenerator<SourceReactionRow> {
  for await (const { row, where } of archive.rows<Reaction>('reactions'))
    yield { where, messageId: `${row.message_id}`, personId: `${row.user_id}`, emoji: emojiOf(row) }
}

/** Also for other archives that name emoji as we do. */
export function emojiOf(row: Omit<Reaction, 'message_id' | 'user_id'>): SourceReaction['emoji'] {
  if (row.reaction_type === 'realm_emoji') return { customId: row.emoji_code }
  if (row.reaction_type.endsWith('_extra_emoji')) return { extra: row.emoji_name }
  return { name: row.emoji_name, code: row.emoji_code }
}
