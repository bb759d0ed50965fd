import { readText, type TextNames } from '../narrow-text.ts'
import type { SourceEdit, SourceMessage, SourceReaction, SourceReactionRow } from '../source.ts'
import { idOf, idsOf, numberOf, type Row, textOf } from '../values.ts'
import type { ParleyArchive } from './archive.ts'

/** Messages and their edits are both in the order of message ids, so they are read side by side. */
export async function* messagesOf(archive: ParleyArchive): AsyncGenerator<SourceMessage> {
  const edits = archive.rows('edits')
  let next = await edits.next()
  for await (const { row, where } of archive.rows('messages')) {
    const [number, senderId] = [numberOf(row['id']), idOf(row['sender_id'])]
    const [sentAt, content] = [numberOf(row['timestamp']), textOf(row['content'])]
    if (number === undefined || senderId === undefined || sentAt === undefined || content === undefined) {
      archive.report.skip(where, 'the message has no id, sender, time or text')
      continue
    }
    const names = archive.namesIn(`${number}`)
    const own: SourceEdit[] = []
    while (!next.done && (numberOf(next.value.row['message_id']) ?? 0) <= number) {
      if (next.value.row['message_id'] === number) own.push(editOf(next.value.row, names))
      next = await edits.next()
    }
    const channelId = idOf(row['channel_id'])
    yield {
      id: `${number}`,
      where,
      senderId,
      sentAt,
      to:
        channelId === undefined ? { people: idsOf(row['user_ids']) } : { channelId, topic: textOf(row['topic']) ?? '' },
      content: readText(content, names),
      ...(own.length > 0 && { edits: own }),
    }
  }
}

function editOf(row: Row, names: TextNames): SourceEdit {
  const [content, topic, channel] = [textOf(row['prev_content']), textOf(row['prev_topic']), idOf(row['prev_stream'])]
  return {
    personId: idOf(row['user_id']) ?? null,
    at: numberOf(row['timestamp']) ?? 0,
    ...(content !== undefined && { previousContent: readText(content, names) }),
    ...(topic !== undefined && { previousTopic: topic }),
    ...(channel !== undefined && { previousChannelId: channel }),
  }
}

export async function* reactionsOf(archive: ParleyArchive): AsyncGenerator<SourceReactionRow> {
  for await (const { row, where } of archive.rows('reactions')) {
    const reaction = reactionOf(row['message_id'], row['user_id'], row, where)
    if (reaction) yield reaction
    else archive.report.skip(where, 'the reaction has no message, person or emoji')
  }
}

/** Other archives that name emoji as we do use it too. */
export function reactionOf(message: unknown, person: unknown, row: Row, where: string): SourceReactionRow | undefined {
  const [messageId, personId] = [idOf(message), idOf(person)]
  const [name, code] = [textOf(row['emoji_name']), textOf(row['emoji_code'])]
  if (messageId === undefined || personId === undefined || name === undefined || code === undefined) return undefined
  return { where, messageId, personId, emoji: emojiOf(name, code, textOf(row['reaction_type']) ?? 'unicode_emoji') }
}

function emojiOf(name: string, code: string, type: string): SourceReaction['emoji'] {
  if (type === 'realm_emoji') return { customId: code }
  return type.endsWith('_extra_emoji') ? { extra: name } : { name, code }
}
