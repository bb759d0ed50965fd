/** A string in a fragment: percent-encoded, then with dots for the percent signs, so that browsers leave it alone. */
export function encodeOperand(text: string): string {
  if (NEEDS_NOTHING.test(text)) return text
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
}

const NEEDS_NOTHING = /^[\w-]*$/

/** Undefined when it was not written by `encodeOperand`. */
export function decodeOperand(operand: string): string | undefined {
  try {
    return decodeURIComponent(operand.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}

interface LinkedChannel {
  readonly id: number
  readonly name: string
}

export const channelFragment = ({ id, name }: LinkedChannel): string =>
  `#narrow/channel/${id}-${encodeOperand(name.replaceAll(' ', '-'))}`

/** The conversation, as it is now if a message is known to lie in it: the link follows when the topic is renamed. */
export function topicFragment(channel: LinkedChannel, topic: string, newest: number | undefined): string {
  const path = `${channelFragment(channel)}/topic/${encodeOperand(topic)}`
  if (newest === undefined) return path
  return topic === '' ? `${path}with/${newest}` : `${path}/with/${newest}`
}

export const messageFragment = (channel: LinkedChannel, topic: string, message: number): string =>
  `${channelFragment(channel)}/topic/${encodeOperand(topic)}/near/${message}`
