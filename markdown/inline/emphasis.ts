import type { MarkdownIt } from 'markdown-it'
import { isHiddenMarker, nextMarker } from './emphasis-hidden.ts'
import type { InlineState } from './inline-state.ts'
import { atSign, readAll } from './signs.ts'

/** A pair of tags and the types of its tokens. */
interface Pair {
  readonly tag: string
  readonly open: string
  readonly close: string
}

const em: Pair = { tag: 'em', open: 'em_open', close: 'em_close' }
const strong: Pair = { tag: 'strong', open: 'strong_open', close: 'strong_close' }
const EM = [em]
const STRONG = [strong]
const STRONG_EM = [strong, em]

/**
 * `*text*`, `**text**` and `***text***`, each on one line, also inside words. The pairs are simpler than those of
 * CommonMark: a marker pairs with the next possible one.
 */
export function emphasis(engine: MarkdownIt): void {
  atSign(engine, '*', 'our_emphasis', readEmphasis)
}

function readEmphasis(state: InlineState): boolean {
  const { src, pos } = state
  const run = starsAt(src, pos)
  if (run > 3 || isHiddenMarker(state, pos)) {
    state.pending += src.slice(pos, pos + run)
    state.pos += run
    return true
  }
  if (run === 1) return readPair(state, EM, 1, endOfEm(state, pos))
  if (run === 3 && readPair(state, STRONG_EM, 3, endOfStrongEm(state, pos))) return true
  return readPair(state, STRONG, 2, endOfStrong(state, pos))
}

function readPair(state: InlineState, pairs: readonly Pair[], width: number, end: number | undefined): boolean {
  if (end === undefined) return false
  readInside(state, pairs, state.pos + width, end)
  state.pos = end + width
  return true
}

/** Reads a part of the text as the content of pairs. The first pair is the outermost. */
export function readInside(state: InlineState, pairs: readonly Pair[], start: number, end: number): void {
  const { posMax } = state
  for (const { open, tag } of pairs) state.push(open, tag, 1)
  state.pos = start
  state.posMax = end
  readAll(state)
  state.posMax = posMax
  for (let index = pairs.length - 1; index >= 0; index--) {
    const { close, tag } = pairs[index]!
    state.push(close, tag, -1)
  }
}

function starsAt(text: string, start: number): number {
  let end = start
  while (text[end] === '*') end++
  return end - start
}

const BLANK = /\s/
const isBlank = (character: string | undefined): boolean => character === undefined || BLANK.test(character)

// Each of these functions returns the position of the closing marker. Undefined if there is none.

function endOfStrongEm(state: InlineState, start: number): number | undefined {
  const { src } = state
  const end = nextMarker(state, '*', start + 3)
  if (end === undefined || isBlank(src[start + 3]) || isBlank(src[end - 1])) return undefined
  return src.startsWith('***', end) && end + 3 <= state.posMax ? end : undefined
}

function endOfStrong(state: InlineState, start: number): number | undefined {
  const { src } = state
  let end = nextMarker(state, '*', start + 2)
  while (end !== undefined && (src[end + 1] !== '*' || end === start + 2)) end = nextMarker(state, '*', end + 1)
  return end === undefined || end + 2 > state.posMax ? undefined : end
}

function endOfEm(state: InlineState, start: number): number | undefined {
  const { src } = state
  if (isBlank(src[start + 1])) return undefined
  let end = nextMarker(state, '*', start + 1)
  while (end !== undefined && src[end + 1] === '*') {
    const strong = endOfStrong(state, end)
    if (strong === undefined) break
    end = nextMarker(state, '*', strong + 2)
  }
  return end === undefined || isBlank(src[end - 1]) ? undefined : end
}
