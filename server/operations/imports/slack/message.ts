import { isTrue, numberAt, objectAt, objectsAt, textAt, textsAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { attachmentParts } from '../chats/attachments.ts'
import { ourEmoji } from '../chats/emoji.ts'
import { inLines } from '../chats/parts.ts'
import type { ImportReport } from '../report.ts'
import type { SourceEdit, SourceReactionRow, SourceText } from '../source.ts'
import { attachmentText, isPreview } from './attachments.ts'
import { blocksText } from './blocks.ts'
import type { FetchFile } from './fetch-file.ts'
import { fileParts } from './files.ts'
import { type SlackNames, slackParts } from './text.ts'

/** What Slack itself writes about a channel. The list of channels and people says the same. */
const NOTICES =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|posting_permissions|convert_to_private|canvas_updated)|bot_(?:add|remove|enable|disable)|pinned_item|unpinned_item|reminder_add|reminder_delete|huddle_thread|sh_room_created|tabbed_canvas_updated|document_mention|reply_broadcast|message_replied|joiner_notification.*|added_to_team|mpdm_move)$/

/** Why a message does not become one here. Undefined if it does. */
export function leftOutAs(message: Json): string | undefined {
  const subtype = textAt(message, 'subtype')
  if (subtype === 'tombstone' || isTrue(message, 'hidden')) return 'deleted messages'
  return NOTICES.test(subtype) ? "notices of Slack's own, such as joins and leaves" : undefined
}

/** `1690000000.123456`: the id of a message in its channel, and its time. */
const TIME = /^\d{1,11}(?:\.\d{1,9})?$/

export const timeOf = (message: Json, name = 'ts'): string | undefined => {
  const time = textAt(message, name)
  return TIME.test(time) ? time : undefined
}

/** The time of the first message of the thread that a message belongs to. */
export function threadOf(message: Json): string | undefined {
  const [time, thread] = [timeOf(message), timeOf(message, 'thread_ts')]
  if (thread === undefined || thread !== time) return thread
  const hasReplies = (numberAt(message, 'reply_count') ?? 0) > 0 || objectsAt(message, 'replies').length > 0
  return hasReplies ? thread : undefined
}

export interface ContentContext {
  readonly where: string
  readonly senderId: string
  readonly names: SlackNames
  readonly fetchFile: FetchFile | null
  readonly report: ImportReport
}

/** The text of a message with what applications and people attached to it. Empty if there is nothing to show. */
export function contentOf(message: Json, { where, senderId, names, fetchFile, report }: ContentContext): SourceText {
  const text = textAt(message, 'text') || blocksText(objectsAt(message, 'blocks'))
  const attachments = objectsAt(message, 'attachments').filter((attachment) => {
    if (isPreview(attachment)) report.leftOut('previews of pages', `${where} ${textAt(attachment, 'from_url')}`)
    return !isPreview(attachment)
  })
  const leftOut = (what: string) => report.leftOut(what, where)
  const files = filesOf(message)
  const status = textAt(message, 'subtype') === 'me_message' ? '/me ' : ''
  return inLines([
    text === '' ? [] : [status, ...slackParts(text, names)].filter((part) => part !== ''),
    ...attachments.map((attachment) =>
      attachmentParts(attachment, (written) => slackParts(written, names), attachmentText(attachment)),
    ),
    ...files.map((file) => fileParts(file, { where, ownerId: senderId, fetchFile, leftOut })),
  ])
}

/** Old exports have one file in a field of its own. */
function filesOf(message: Json): readonly Json[] {
  const files = objectsAt(message, 'files')
  const only = objectAt(message, 'file')
  return files.length > 0 || textAt(only, 'id') === '' ? files : [only]
}

/** When the text was last changed. Exports do not contain what was there before, so the history shows the same text. */
export function editsOf(message: Json, content: SourceText): readonly SourceEdit[] {
  const edited = objectAt(message, 'edited')
  const at = timeOf(edited)
  if (at === undefined) return []
  return [{ personId: textAt(edited, 'user') || null, at: Number(at), previousContent: content }]
}

/** The reactions to a message. A later export can have more of them, so they are a list of their own. */
export function* reactionsOf(
  message: Json,
  { id, where, names, report }: { id: string; where: string; names: SlackNames; report: ImportReport },
): Generator<SourceReactionRow> {
  const seen = new Set<string>()
  for (const reaction of objectsAt(message, 'reactions')) {
    const given = textAt(reaction, 'name')
    const name = ourEmoji(given)
    for (const personId of textsAt(reaction, 'users')) {
      const place = `${where}, reaction ${given} of ${personId}`
      if (name === undefined) report.leftOut('reactions with emoji of the workspace, which no export contains', place)
      else if (names.person(personId) === undefined) report.leftOut('reactions of people who are not listed', place)
      // The same emoji in two colors is one.
      else if (!seen.has(`${name} ${personId}`)) yield { messageId: id, where: place, personId, emoji: { name } }
      seen.add(`${name} ${personId}`)
    }
  }
}
