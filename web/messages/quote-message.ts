import { holdTyped, takeTyped } from '../kernel/keyboard.ts'
import { fetchSource } from './fetch-source.ts'
import { quoteText } from './forwarding/quote-text.ts'
import { askForTopic, askToReply } from './reply.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

/** What is selected in the text of a message. Empty if the selection goes beyond it. */
function selectedIn(id: number): string {
  const selection = getSelection()
  const body = document.querySelector(`article[data-message-id="${id}"] .body`)
  const isInside = body?.contains(selection?.anchorNode ?? null) && body.contains(selection?.focusNode ?? null)
  return isInside && selection ? selection.toString().trim() : ''
}

/** What is typed until the quote has come is for the field that comes with it. */
async function quoteOf(id: number): Promise<string | undefined> {
  const message = messages.get(id)
  if (!message) return undefined
  const selected = selectedIn(id)
  holdTyped()
  try {
    return quoteText(message, selected || (await fetchSource(id)))
  } catch (error) {
    takeTyped()
    showFailure(error)
    return undefined
  }
}

/** Answers a message with its words in front, or with those of them that are selected. */
export async function quoteMessage(id: number): Promise<void> {
  const quote = await quoteOf(id)
  if (quote !== undefined) askToReply(id, quote)
}

/** Begins a topic in the channel of a message, with its words in front. */
export async function startTopicFrom(id: number): Promise<void> {
  const quote = await quoteOf(id)
  const channelId = messages.get(id)?.stream_id
  if (quote !== undefined && channelId !== undefined) askForTopic(channelId, quote)
}
