import { notesOf } from '../notes.ts'
import type { InlineState } from './inline-state.ts'
import { linkAddress } from './link-address.ts'
import { bracketsIn } from './link-brackets.ts'

interface TypedDestination {
  /** The typed address. */
  readonly address: string
  /** Empty if there is none. */
  readonly title: string
  readonly end: number
}

/** The content of a link's parentheses. */
export interface LinkDestination extends TypedDestination {
  readonly href: string
}

/** The destination whose parenthesis opens here. Undefined if it is not valid. */
export function destinationAt(state: InlineState, open: number): LinkDestination | undefined {
  const written = writtenWithTitle(state, open) ?? writtenAlone(state, open)
  if (written === undefined) return undefined
  const href = linkAddress(written.address, notesOf(state).context.settings)
  return href === undefined ? undefined : { address: written.address, title: written.title, end: written.end, href }
}

function writtenAlone(state: InlineState, open: number): TypedDestination | undefined {
  const close = bracketsIn(state).parenthesis(open)
  if (close === undefined) return undefined
  return { address: withoutAngles(state.src.slice(open + 1, close).trim()), title: '', end: close + 1 }
}

/** A title may contain parentheses, so it is searched before the closing parenthesis of the link. */
function writtenWithTitle(state: InlineState, open: number): TypedDestination | undefined {
  const { src } = state
  const blank = bracketsIn(state).blankAfter(open)
  if (blank === undefined) return undefined
  const start = skipBlanks(src, blank)
  const quote = src[start]
  if (quote !== '"' && quote !== "'") return undefined
  const end = src.indexOf(quote, start + 1)
  const close = end === -1 ? -1 : skipBlanks(src, end + 1)
  if (src[close] !== ')') return undefined
  return { address: withoutAngles(src.slice(open + 1, blank)), title: src.slice(start + 1, end), end: close + 1 }
}

function skipBlanks(text: string, from: number): number {
  let position = from
  while (text[position] === ' ') position++
  return position
}

const withoutAngles = (address: string): string =>
  address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address
