export interface Reply {
  readonly messageId: number
  /** Markdown that the answer begins with. */
  readonly quote?: string
}

/** The composer stands above messages, so it says here what is to be done. */
let take: (reply: Reply) => void = () => {}

export const onReply = (handler: (reply: Reply) => void): void => {
  take = handler
}

/** Somebody wants to answer a message. */
export const askToReply = (messageId: number, quote?: string): void =>
  take({ messageId, ...(quote !== undefined && { quote }) })
