const last = { text: '', bytes: 0 }

/**
 * The number of bytes of a text in UTF-8. The last result is cached, because a fan-out measures the same text thousands
 * of times.
 */
export function byteLength(text: string): number {
  if (text !== last.text) Object.assign(last, { text, bytes: Buffer.byteLength(text) })
  return last.bytes
}
