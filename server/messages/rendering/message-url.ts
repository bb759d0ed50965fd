import { topicFragment } from '../../../markdown/narrow-link.ts'

export interface LinkedConversation {
  readonly channel?: { readonly id: number; readonly name: string }
  readonly topic: string
  /** Everybody in a direct message. */
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

/** `conversation`: the address of that, if it is known. */
export const messageUrl = (
  base: string,
  message: LinkedMessage,
  conversation: string = conversationUrl(base, message),
): string => `${conversation}/near/${message.id}`

/** What a person pastes to point at the message: the short form, or its address where names would spoil that. */
export function messageLink(base: string, message: LinkedMessage): string {
  const { channel, topic, id } = message
  if (!channel || channel.name.includes('>') || `${channel.name}>${topic}`.includes('**'))
    return messageUrl(base, message)
  return `#**${channel.name}>${topic}@${id}**`
}

/** What would end an address, or be taken for an encoding. */
const UNSAFE = /[ "%()/<>`\p{C}]+/gu

/** Between two, or to oneself: the other. Of more, all of them, so that the address is the same for everybody. */
function directMessages({ members = [], viewerId }: LinkedConversation): string {
  const others = members.filter((person) => person.id !== viewerId)
  const [only] = others.length === 0 ? members : others
  if (others.length <= 1 && only) return `dm/${only.id}-${only.fullName.replace(UNSAFE, '-')}`
  return `dm/${members
    .map((person) => person.id)
    .sort((a, b) => a - b)
    .join(',')}-group`
}
