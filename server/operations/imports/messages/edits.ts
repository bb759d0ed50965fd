import type { EditHistoryEntry } from '../../../../api/objects/message.ts'
import type { User } from '../../../kernel/realm-state/user.ts'
import { checkLength } from '../../../kernel/texts/message-text.ts'
import { MAX_STORED_EDITS, type StoredEdit } from '../../../messages/stored-edit.ts'
import { timeOr } from '../clean.ts'
import type { ImportRun } from '../importing.ts'
import { renderText } from '../rendering.ts'
import type { SourceMessage } from '../source.ts'
import { type linkedMessages, writeText } from '../texts.ts'
import { importedTopic } from './note-messages.ts'
import type { MessagePlace } from './placed.ts'

/**
 * The history of a message, the oldest change first. Positions in our log order the changes of one message; those of
 * imported ones are negative, so that they come before all others.
 */
export async function writeEdits(
  to: ImportRun,
  { edits = [], where }: SourceMessage,
  place: MessagePlace,
  sender: User,
  linked: Awaited<ReturnType<typeof linkedMessages>>,
): Promise<StoredEdit[] | null> {
  if (edits.length > MAX_STORED_EDITS) to.report.leftOut('old edits of messages that were edited very often', where)
  const kept = edits.slice(-MAX_STORED_EDITS)
  const stored: StoredEdit[] = []
  // Each change says what was there before it, so what came after it is known from the next one.
  let topic = place.topic ?? ''
  let channelId = place.channelId
  for (const [index, edit] of [...kept.entries()].reverse()) {
    const entry: { -readonly [Name in keyof StoredEdit]: StoredEdit[Name] } = {
      seq: index - kept.length,
      timestamp: timeOr(edit.at, to.now),
      user_id: to.people.get(edit.personId ?? '') ?? null,
    }
    if (edit.previousContent) {
      const text = checkLength(await writeText(to, edit.previousContent, linked, sender.id))
      entry.prev_content = text
      entry.prev_rendered_content = (await renderText(to, sender, text)).html
    }
    if (edit.previousTopic !== undefined && place.channelId !== null) {
      const before = importedTopic(edit.previousTopic)
      Object.assign(entry, { prev_topic: before, topic } satisfies Partial<EditHistoryEntry>)
      topic = before
    }
    const before = to.channels.get(edit.previousChannelId ?? '')
    if (before !== undefined && channelId !== null) {
      Object.assign(entry, { prev_stream: before, stream: channelId } satisfies Partial<EditHistoryEntry>)
      channelId = before
    }
    if (edit.previousContent || edit.previousTopic !== undefined || before !== undefined) stored.unshift(entry)
  }
  return stored.length > 0 ? stored : null
}
