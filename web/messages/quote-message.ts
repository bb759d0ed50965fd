import { nameOf } from '../people/store.ts'
import { fetchSource } from './fetch-source.ts'
import { messageUrl } from './message-address.ts'
import { askToReply } from './reply.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

/** A fence that the text itself does not contain. */
function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  return '`'.repeat(Math.max(3, longest + 1))
}

/** Answers a message with its words in front. */
export async function quoteMessage(id: number): Promise<void> {
  const message = messages.get(id)
  if (!message) return
  try {
    const source = await fetchSource(id)
    const fence = fenceFor(source)
    const author = nameOf(message.sender_id) ?? message.sender_full_name
    const said = `@_**${author}|${message.sender_id}** [said](${messageUrl(message)}):`
    askToReply(id, `${said}\n${fence}quote\n${source}\n${fence}\n`)
  } catch (error) {
    showFailure(error)
  }
}
