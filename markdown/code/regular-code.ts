/**
 * Some grammars take quadratic time for very long words, lines or stretches without punctuation, which people do not
 * write.
 */
const LIMITS: readonly (readonly [stretch: RegExp, longest: number])[] = [
  [/[^\n]+/g, 200],
  [/[\w$]+/g, 60],
  [/\n+/g, 20],
  [/[\w\s$@]+/g, 400],
]

/** True if the code looks like code that people write. Other code is highlighted only if it is short. */
export const isRegularCode = (code: string): boolean =>
  LIMITS.every(([stretch, longest]) => {
    for (const [found] of code.matchAll(stretch)) if (found.length > longest) return false
    return true
  })
