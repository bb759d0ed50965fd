import type { MarkdownIt, StateInline } from 'markdown-it'
import { type HiddenMarkers, hiddenMarkersIn } from './emphasis-hidden.ts'

/**
 * `*text*`, `**text**` and `***text***`, each on one line, also inside words. Simple pairs, not those of CommonMark:
 * a marker's partner is the next one that can be.
 */
export function emphasis(engine: MarkdownIt): void {
  engine.inline.ruler.push('our_emphasis', readEmphasis, { alt: ['*'] })
}

function readEmphasis(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src[pos] !== '*') return false
  const hidden = hiddenMarkersIn(state)
  const run = starsAt(src, pos)
  if (run > 3 || hidden.isHidden(pos)) {
    if (!silent) state.pending += src.slice(pos, pos + run)
    state.pos += run
    return true
  }
  const found = new Finder(src, state.posMax, hidden).find(pos, run)
  if (found === undefined) return false
  if (!silent) readInside(state, found.tags, pos + found.width, found.end)
  state.pos = found.end + found.width
  return true
}

/** Reads a part of the text as the inside of tags, of which the first is the outermost. */
export function readInside(state: StateInline, tags: readonly string[], start: number, end: number): void {
  const { posMax } = state
  for (const tag of tags) state.push(`${tag}_open`, tag, 1)
  state.pos = start
  state.posMax = end
  state.md.inline.tokenize(state)
  state.posMax = posMax
  for (const tag of tags.toReversed()) state.push(`${tag}_close`, tag, -1)
}

function starsAt(text: string, start: number): number {
  let end = start
  while (text[end] === '*') end++
  return end - start
}

const BLANK = /\s/
const isBlank = (character: string | undefined): boolean => character === undefined || BLANK.test(character)

interface Found {
  readonly tags: readonly string[]
  readonly width: number
  /** Where the closing marker begins. */
  readonly end: number
}

class Finder {
  readonly #text: string
  readonly #limit: number
  readonly #hidden: HiddenMarkers

  constructor(text: string, limit: number, hidden: HiddenMarkers) {
    this.#text = text
    this.#limit = limit
    this.#hidden = hidden
  }

  find(start: number, run: number): Found | undefined {
    if (run === 1) return this.#em(start)
    return (run === 3 ? this.#strongEm(start) : undefined) ?? this.#strong(start)
  }

  #strongEm(start: number): Found | undefined {
    const end = this.#next(start + 3)
    if (end === undefined || isBlank(this.#text[start + 3]) || isBlank(this.#text[end - 1])) return undefined
    if (!this.#text.startsWith('***', end) || end + 3 > this.#limit) return undefined
    return { tags: ['strong', 'em'], width: 3, end }
  }

  #strong(start: number): Found | undefined {
    let end = this.#next(start + 2)
    while (end !== undefined && (this.#text[end + 1] !== '*' || end === start + 2)) end = this.#next(end + 1)
    return end === undefined || end + 2 > this.#limit ? undefined : { tags: ['strong'], width: 2, end }
  }

  #em(start: number): Found | undefined {
    if (isBlank(this.#text[start + 1])) return undefined
    let end = this.#next(start + 1)
    while (end !== undefined && this.#text[end + 1] === '*') {
      const strong = this.#strong(end)
      if (strong === undefined) break
      end = this.#next(strong.end + strong.width)
    }
    return end === undefined || isBlank(this.#text[end - 1]) ? undefined : { tags: ['em'], width: 1, end }
  }

  #next(from: number): number | undefined {
    return this.#hidden.next('*', from, this.#limit)
  }
}
