/** Encodes a string in a fragment: percent-encoding with dots as percent signs, which browsers do not change. */
export const encodeOperand = (text: string): string =>
  IS_PLAIN.test(text) ? text : text.replace(/[^\w~-]/gu, encodeCharacter)

/** Most names are. Looking for characters beyond them costs a browser 10 ms the first time. */
const IS_PLAIN = /^[\w~-]*$/

/** Apart from letters and digits, encodeURIComponent leaves some signs as they are, which would mean something else. */
function encodeCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x80) return `.${code.toString(16).toUpperCase().padStart(2, '0')}`
  return encodeURIComponent(character.toWellFormed()).replaceAll('%', '.')
}

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
