/** The destination of a message. */
export type Destination =
  | { readonly channelId: number; readonly topic: string }
  /** Everyone in the conversation except the sender. */
  | { readonly userIds: readonly number[] }

/** A message that one of the server's bots sends as part of a change. */
export interface OutgoingMessage {
  readonly senderId: number
  readonly to: Destination
  /** Markdown. */
  readonly content: string
}

export interface SentMessage {
  readonly id: number
}
