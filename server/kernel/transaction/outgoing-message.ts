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
  /** If it is set, the message is read from the start for everybody else. */
  readonly unreadFor?: readonly number[]
  /** Somebody who has read it from the start, because it is about what they did. */
  readonly readBy?: number
}

export interface SentMessage {
  readonly id: number
}
