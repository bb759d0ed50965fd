/** Nothing in the contract nests deeper than six; a thousand brackets only serve to exhaust a stack. */
const MAX_DEPTH = 50

function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}

/** Text that no database and no other client could store: NUL and half characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && holdsOnlyStorable(inner))
}

/** Untrusted JSON, or what the contract says is wrong with it. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  if (isTooDeep(text)) return { problem: 'is not valid JSON' }
  try {
    const value: unknown = JSON.parse(text)
    // Only an escape can bring such characters in: the plain text was decoded strictly.
    if (text.includes('\\u') && !holdsOnlyStorable(value)) return { problem: 'has invalid format' }
    return { value }
  } catch {
    return { problem: 'is not valid JSON' }
  }
}
