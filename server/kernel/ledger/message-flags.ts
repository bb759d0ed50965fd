import type { MessageFlag } from '../../../api/objects/message.ts'

/** Bits of `message.mflags`: properties of a message that are the same for all people. */
export const MESSAGE_BIT = {
  channelWildcard: 1,
  topicWildcard: 2,
  readBySender: 4,
  hasLink: 8,
  hasImage: 16,
  hasAttachment: 32,
  isMe: 64,
  /** It was in another channel before: `move_id` says who still has it. */
  movedBetweenChannels: 128,
  /** It has rows of `submessage`. */
  hasSubmessages: 256,
  /** Everybody had read it when it was sent, except people whose own row is marked unread. */
  readByMost: 512,
} as const

/** Bits of `user_flag.flags`: properties of a message for one person, if they differ from "received". */
export const USER_BIT = {
  starred: 1,
  mentioned: 2,
  alertWord: 4,
  historical: 8,
  collapsed: 16,
  topicWildcard: 32,
  /**
   * It is unread although it would be read without this bit: `readBySender`, `readByMost` and `bornRead` no longer apply,
   * and a historical copy is unread.
   */
  markedUnread: 64,
  /** It marks a bot that is not in the channel and got the message only because it was mentioned. */
  outsideMention: 128,
  /** It was read from the start: the person had muted its sender, or it is about what they did. */
  bornRead: 256,
} as const

/** The flags of one person that a message is sent with: by the bits of their row, and by what is true for everybody. */
export const sentFlags = (bits: number, isChannelWildcard: boolean): MessageFlag[] => [
  ...mentionFlags(bits, isChannelWildcard),
  ...(bits & USER_BIT.alertWord ? (['has_alert_word'] as const) : []),
]

/** What a message calls one person: by the bits of their row, and by what is true for everybody who received it. */
export function mentionFlags(bits: number, isChannelWildcard: boolean): MessageFlag[] {
  const flags: MessageFlag[] = []
  if (bits & USER_BIT.mentioned) flags.push('mentioned')
  if (isChannelWildcard) flags.push('stream_wildcard_mentioned')
  const isTopicWildcard = (bits & USER_BIT.topicWildcard) !== 0
  if (isTopicWildcard) flags.push('topic_wildcard_mentioned')
  if (isChannelWildcard || isTopicWildcard) flags.push('wildcard_mentioned')
  return flags
}
