import { topicFragment } from '../../../markdown/narrow-link.ts'

export interface LinkedConversation {
  readonly channel?: { readonly id: number; readonly name: string }
  readonly topic: string
  /** All people of a direct message. */
  readonly members?: readonly { readonly id: number; readonly fullName: string }[]
  readonly viewerId: number
}

export interface LinkedMessage extends LinkedConversation {
  readonly id: number
}

export function conversationUrl(base: string, conversation: LinkedConversation): string {
  const { channel, topic } = conversation
  return `${base}/${channel ? topicFragment(channel, topic, undefined) : `#narrow/${directMessages(conversation)}`}`
}

/** `conversation` is the address of the conversation, if known. */
export const messageUrl = (
  base: string,
  message: LinkedMessage,
  conversation: string = conversationUrl(base, message),
): string => `${conversation}/near/${message.id}`

/** The link that people paste: the short form, or the address if the names contain characters that break it. */
export function messageLink(base: string, message: LinkedMessage): string {
  const { channel, topic, id } = message
  if (!channel || channel.name.includes('>') || `${channel.name}>${topic}`.includes('**'))
    return messageUrl(base, message)
  return `#**${channel.name}>${topic}@${id}**`
}

/** Characters that would end an address or look like an encoding. */
const UNSAFE = /[ "%()/<>`\p{C}]+/gu

/**
 * The other person of a conversation of two, or oneself. For more people all of them, so that everyone has the same
 * address.
 */
function directMessages({ members = [], viewerId }: LinkedConversation): string {
  const others = members.filter((person) => person.id !== viewerId)
  const [only] = others.length === 0 ? members : others
  if (others.length <= 1 && only) return `dm/${only.id}-${only.fullName.replace(UNSAFE, '-')}`
  return `dm/${members
    .map((person) => person.id)
    .sort((a, b) => a - b)
    .join(',')}-group`
}
