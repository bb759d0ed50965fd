import type { StateInline } from 'markdown-it'

/** A reference is looked up, which costs more than to read it. */
export const REFERENCE_COST = 20

const WHITESPACE = /\s/u
const OPENING = '\'"({[/<'

/** May a mention or a channel link begin here? Not in the middle of a word; `text@**x**` is an address with bold in it. */
export function mayReferAt(state: StateInline, position: number): boolean {
  if (position === 0) return true
  const before = state.src[position - 1]!
  if (OPENING.includes(before) || WHITESPACE.test(before)) return true
  return state.pending === '' && state.tokens.at(-1)?.nesting === 1
}

/** The text between a marker and the next one on the same line; undefined when it is empty or has no end. */
export function enclosed(state: StateInline, start: number, marker: string): string | undefined {
  const end = state.src.indexOf(marker, start)
  if (end <= start || end + marker.length > state.posMax) return undefined
  const text = state.src.slice(start, end)
  return text.includes('\n') ? undefined : text
}
