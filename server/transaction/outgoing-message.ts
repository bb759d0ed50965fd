/** Where a message goes. */
export type Destination =
  | { readonly channelId: number; readonly topic: string }
  /** Everybody in the conversation besides the sender. */
  | { readonly userIds: readonly number[] }

/** A message that the server sends as part of a change, in the name of one of its bots. */
export interface OutgoingMessage {
  readonly senderId: number
  readonly to: Destination
  /** Markdown. */
  readonly content: string
}

export interface SentMessage {
  readonly id: number
}
