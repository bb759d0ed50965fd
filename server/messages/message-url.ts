import { encodeOperand, messageFragment } from '../../markdown/narrow-link.ts'

export interface LinkedMessage {
  readonly id: number
  readonly channel?: { readonly id: number; readonly name: string }
  readonly topic: string
  /** Everybody in a direct message. */
  readonly members?: readonly { readonly id: number; readonly fullName: string }[]
  readonly viewerId: number
}

export function messageUrl(base: string, message: LinkedMessage): string {
  const { channel, topic, id } = message
  return `${base}/${channel ? messageFragment(channel, topic, id) : `#narrow/${directMessages(message)}/near/${id}`}`
}

/** What a person pastes to point at the message. */
export function messageLink(base: string, message: LinkedMessage): string {
  if (!message.channel) return messageUrl(base, message)
  const topic = message.topic === '' ? '' : `>${message.topic}`
  return `#**${message.channel.name}${topic === '' ? '>' : topic}@${message.id}**`
}

function directMessages({ members = [], viewerId }: LinkedMessage): string {
  const others = members.filter((person) => person.id !== viewerId)
  const [only] = others.length === 0 ? members : others
  if (others.length <= 1 && only)
    return `dm/${only.id}-${encodeOperand(only.fullName.replace(/[ "%/<>`\p{C}]+/gu, '-'))}`
  return `dm/${others
    .map((person) => person.id)
    .sort((a, b) => a - b)
    .join(',')}-group`
}
