import type { Place } from '../../client/model/place.ts'

export interface Reply {
  readonly messageId: number
  /** Markdown that the answer begins with. */
  readonly quote?: string
}

interface Handlers {
  reply(reply: Reply): void
  /** Opens the composer for a new topic that begins with this Markdown. */
  startTopic(channelId: number, content: string): void
  /** Adds a text to the draft of a conversation. */
  keep(place: Place, content: string): void
}

/** The composer stands above messages, so it says here what is to be done. */
let handlers: Handlers = { reply: () => {}, startTopic: () => {}, keep: () => {} }

export const onReply = (given: Handlers): void => {
  handlers = given
}

/** Somebody wants to answer a message. */
export const askToReply = (messageId: number, quote?: string): void =>
  handlers.reply({ messageId, ...(quote !== undefined && { quote }) })

/** Somebody wants to begin a topic, with words of an earlier one. */
export const askForTopic = (channelId: number, content: string): void => handlers.startTopic(channelId, content)

/** A text that has lost its message is kept as a draft of the conversation. */
export const askToKeep = (place: Place, content: string): void => handlers.keep(place, content)
