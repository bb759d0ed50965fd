import type { FetchedMessage } from '../../../api/objects/message.ts'
import { nameOf } from '../../people/store.ts'
import { messageUrl } from '../message-address.ts'

/** A fence that the text itself does not contain. */
function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  return '`'.repeat(Math.max(3, longest + 1))
}

/** Markdown that quotes a text of a message, with its author and a link. Nobody is notified by it. */
export function quoteText(message: FetchedMessage, text: string): string {
  const fence = fenceFor(text)
  const author = nameOf(message.sender_id) ?? message.sender_full_name
  return `@_**${author}|${message.sender_id}** [said](${messageUrl(message)}):\n${fence}quote\n${text}\n${fence}\n`
}
