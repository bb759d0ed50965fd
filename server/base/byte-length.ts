const last = { text: '', bytes: 0 }

/** The bytes of a text in UTF-8. The last text is remembered: a fan-out measures the same one thousands of times. */
export function byteLength(text: string): number {
  if (text !== last.text) Object.assign(last, { text, bytes: Buffer.byteLength(text) })
  return last.bytes
}
