/** The content between the stars of a channel link. */
export interface ChannelReference {
  readonly channel: string
  /** Empty for the empty topic. */
  readonly topic: string | undefined
  readonly message: number | undefined
}

export const wholeReference = (inner: string): ChannelReference => ({
  channel: inner,
  topic: undefined,
  message: undefined,
})

export function parseChannelReference(inner: string): ChannelReference {
  const sign = inner.indexOf('>')
  if (sign === -1) return wholeReference(inner)
  const channel = inner.slice(0, sign)
  const rest = inner.slice(sign + 1)
  const id = rest.slice(rest.lastIndexOf('@') + 1)
  if (id === rest || !/^\d{1,15}$/.test(id)) return { channel, topic: rest, message: undefined }
  return { channel, topic: rest.slice(0, -id.length - 1), message: Number(id) }
}
