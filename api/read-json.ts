/** Nothing in the contract nests deeper than six levels. Deep nesting could exhaust the stack. */
const MAX_DEPTH = 50

/** Counts the keys in the text. Undefined if it nests too deep. Outside of strings, each colon follows a key. */
function countWrittenKeys(text: string): number | undefined {
  let depth = 0
  let keys = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x3a) keys++
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > MAX_DEPTH) return undefined
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return keys
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return inside.reduce((count: number, inner) => count + countKeys(inner), Array.isArray(value) ? 0 : inside.length)
}

/** False for text that databases and other clients cannot store: NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && holdsOnlyStorable(inner))
}

const INVALID = { problem: 'is not valid JSON' }

/** JSON of another service: keys may repeat, and texts may have any characters. Undefined if it is not JSON. */
export function readForeignJson(text: string): { value: unknown } | undefined {
  if (countWrittenKeys(text) === undefined) return undefined
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Parses untrusted JSON. Returns the value, or the contract's text for the problem. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  const keys = countWrittenKeys(text)
  if (keys === undefined) return INVALID
  try {
    const value: unknown = JSON.parse(text)
    // The parser silently keeps the last of two equal keys.
    if (keys > 1 && keys !== countKeys(value)) return INVALID
    // Only an escape can contain these characters, because the plain text was decoded strictly.
    if (text.includes('\\u') && !holdsOnlyStorable(value)) return { problem: 'has invalid format' }
    return { value }
  } catch {
    return INVALID
  }
}
