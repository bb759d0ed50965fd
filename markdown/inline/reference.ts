import { notesOf } from '../notes.ts'
import type { InlineRule, InlineState } from './inline-state.ts'
import { pushVerbatim } from './verbatim.ts'

/** Looking up a reference costs more than reading it. */
const REFERENCE_COST = 20

/** Writes the target of a reference. Returns false if there is nothing with that name. */
export type WriteReference = (state: InlineState, name: string, silent: boolean) => boolean

/** Reads `@**name**` and similar references. With `_` after the `@` no one is notified. */
export const referenceRule =
  (sign: '@' | '#', marker: '*' | '**', write: WriteReference): InlineRule =>
  (state) => {
    const { src, pos } = state
    const silent = sign === '@' && src[pos + 1] === '_'
    const start = pos + (silent ? 2 : 1)
    if (!src.startsWith(marker, start) || !mayReferAt(state, pos)) return false
    const name = enclosed(state, start + marker.length, marker)
    if (name === undefined) return false
    const end = start + name.length + 2 * marker.length
    notesOf(state).pay(REFERENCE_COST)
    if (!write(state, name, silent)) pushVerbatim(state, src.slice(pos, end))
    state.pos = end
    return true
  }

const WHITESPACE = /\s/u
const OPENING = '\'"({[/<'

/**
 * True if a reference may start here. Not in the middle of a word: `text@**x**` is an address with bold text. The
 * content of emphasis or a link counts as the start of a text.
 */
function mayReferAt(state: InlineState, position: number): boolean {
  if (position === 0) return true
  const before = state.src[position - 1]!
  if (before === ' ' || OPENING.includes(before) || WHITESPACE.test(before)) return true
  return state.pending === '' && state.tokens.at(-1)?.nesting === 1
}

/** The text between a marker and the next one on the same line. Undefined if it is empty or has no end. */
function enclosed(state: InlineState, start: number, marker: string): string | undefined {
  const end = state.src.indexOf(marker, start)
  if (end <= start || end + marker.length > state.posMax) return undefined
  const text = state.src.slice(start, end)
  return text.includes('\n') ? undefined : text
}
