/** The shortest text that still fails, found by leaving out parts, larger ones first. */
export function shrunk(source: string, fails: (text: string) => boolean): string {
  let text = source
  for (let length = Math.ceil(text.length / 2); length > 0; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    let at = 0
    while (at < text.length) {
      const shorter = text.slice(0, at) + text.slice(at + length)
      if (fails(shorter)) text = shorter
      else at += length
    }
  }
  return text
}
