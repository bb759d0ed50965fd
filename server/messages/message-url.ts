/** A string in a permalink: percent-encoded, then with dots, so that browsers leave it alone. */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')

export interface LinkedMessage {
  readonly id: number
  readonly channel?: { readonly id: number; readonly name: string }
  readonly topic: string
  /** Everybody in a direct message. */
  readonly members?: readonly { readonly id: number; readonly fullName: string }[]
  readonly viewerId: number
}

export function messageUrl(base: string, message: LinkedMessage): string {
  return `${base}/#narrow/${conversation(message)}/near/${message.id}`
}

/** What a person pastes to point at the message. */
export function messageLink(base: string, message: LinkedMessage): string {
  if (!message.channel) return messageUrl(base, message)
  const topic = message.topic === '' ? '' : `>${message.topic}`
  return `#**${message.channel.name}${topic === '' ? '>' : topic}@${message.id}**`
}

function conversation({ channel, topic, members = [], viewerId }: LinkedMessage): string {
  if (channel) return `channel/${channel.id}-${encode(channel.name.replaceAll(' ', '-'))}/topic/${encode(topic)}`
  const others = members.filter((person) => person.id !== viewerId)
  const [only] = others.length === 0 ? members : others
  if (others.length <= 1 && only) return `dm/${only.id}-${encode(only.fullName.replace(/[ "%/<>`\p{C}]+/gu, '-'))}`
  return `dm/${others
    .map((person) => person.id)
    .sort((a, b) => a - b)
    .join(',')}-group`
}
