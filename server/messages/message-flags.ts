/** Bits of `message.mflags`: what is true of a message for everybody. */
export const MESSAGE_BIT = {
  channelWildcard: 1,
  topicWildcard: 2,
  readBySender: 4,
  hasLink: 8,
  hasImage: 16,
  hasAttachment: 32,
  isMe: 64,
} as const

/** Bits of `user_flag.flags`: what is true of a message for one person, where it differs from "received". */
export const USER_BIT = {
  starred: 1,
  mentioned: 2,
  alertWord: 4,
  historical: 8,
  collapsed: 16,
  topicWildcard: 32,
  /** Read at birth, and marked unread since: what the message says of its sender no longer counts. */
  markedUnread: 64,
} as const
