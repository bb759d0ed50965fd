/**
 * Grammars search, and what they search for may be as long as the code: in long words, long lines and long stretches
 * without punctuation, which people do not write, some take a time that grows with the square of the length.
 */
const LIMITS: readonly (readonly [stretch: RegExp, longest: number])[] = [
  [/[^\n]+/g, 200],
  [/[\w$]+/g, 60],
  [/\n+/g, 20],
  [/[\w\s$@]+/g, 400],
]

/** Whether code is what people write; the rest is coloured only while it is short. */
export const isRegularCode = (code: string): boolean =>
  LIMITS.every(([stretch, longest]) => {
    for (const [found] of code.matchAll(stretch)) if (found.length > longest) return false
    return true
  })
