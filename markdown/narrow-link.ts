/** Encodes a string in a fragment: percent-encoding with dots as percent signs, which browsers do not change. */
export function encodeOperand(text: string): string {
  if (NEEDS_NOTHING.test(text)) return text
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
}

const NEEDS_NOTHING = /^[\w-]*$/

/** Undefined if the text does not come from `encodeOperand`. */
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

/** The fragment of a topic. With a message id in it, the link still works after the topic is renamed. */
export function topicFragment(channel: LinkedChannel, topic: string, newest: number | undefined): string {
  const path = `${channelFragment(channel)}/topic/${encodeOperand(topic)}`
  if (newest === undefined) return path
  return topic === '' ? `${path}with/${newest}` : `${path}/with/${newest}`
}

export const messageFragment = (channel: LinkedChannel, topic: string, message: number): string =>
  `${channelFragment(channel)}/topic/${encodeOperand(topic)}/near/${message}`
