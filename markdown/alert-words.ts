import type { AlertWordFinder } from './context.ts'

const ROOT = 0
const UNITS = 0x10000
const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** In lower case. The shape that a Greek sigma has at a word's end makes no difference. */
const withoutCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** Case and the width of blanks make no difference. */
export const foldAlertWord = (text: string): string => withoutCase(text).replace(/\s+/gu, ' ').trim()

const RUN = /[\p{L}\p{N}]+/gu

/** The runs of letters and digits in a text, each once. A text holds an alert word only if it has all runs of the word. */
export const runsIn = (text: string): ReadonlySet<string> => new Set(withoutCase(text).match(RUN))

/** The first run of a word; empty for a word without letters and digits. */
export const firstRunIn = (word: string): string => withoutCase(word).match(RUN)?.[0] ?? ''

/**
 * Finds all words in one pass over the text, however many there are (Aho–Corasick). A word counts only if no letter or
 * digit is next to it.
 */
export function makeAlertWordFinder(words: Iterable<string>): AlertWordFinder {
  const automaton = new Automaton()
  for (const word of words) automaton.add(foldAlertWord(word), word)
  automaton.link()
  return { find: (text) => automaton.find(foldAlertWord(text)) }
}

class Automaton {
  /** Maps a node and a code unit to the next node. */
  readonly #next = new Map<number, number>()
  readonly #edges: { from: number; unit: number; to: number }[] = []
  /** The node of the longest proper suffix that is also a node. */
  readonly #fallback: number[] = [ROOT]
  /** The nearest node on the fallback path at which a word ends. */
  readonly #shorter: number[] = [ROOT]
  readonly #words: (string[] | undefined)[] = [undefined]
  readonly #lengths: number[] = [0]

  add(folded: string, word: string): void {
    if (folded === '') return
    let node = ROOT
    for (let index = 0; index < folded.length; index++) node = this.#child(node, folded.charCodeAt(index), index + 1)
    const ending = this.#words[node] ?? []
    this.#words[node] = ending
    if (!ending.includes(word)) ending.push(word)
  }

  #child(from: number, unit: number, depth: number): number {
    const known = this.#next.get(from * UNITS + unit)
    if (known !== undefined) return known
    const to = this.#lengths.push(depth) - 1
    this.#words.push(undefined)
    this.#fallback.push(ROOT)
    this.#shorter.push(ROOT)
    this.#next.set(from * UNITS + unit, to)
    this.#edges.push({ from, unit, to })
    return to
  }

  /** Shallow nodes first, because the fallback of a node is less deep than the node. */
  link(): void {
    this.#edges.sort((a, b) => this.#lengths[a.to]! - this.#lengths[b.to]!)
    for (const { from, unit, to } of this.#edges) {
      const fallback = from === ROOT ? ROOT : this.#step(this.#fallback[from]!, unit)
      this.#fallback[to] = fallback
      this.#shorter[to] = this.#words[fallback] ? fallback : this.#shorter[fallback]!
    }
    this.#edges.length = 0
  }

  #step(from: number, unit: number): number {
    for (let node = from; ; node = this.#fallback[node]!) {
      const next = this.#next.get(node * UNITS + unit)
      if (next !== undefined) return next
      if (node === ROOT) return ROOT
    }
  }

  find(text: string): readonly string[] {
    const found = new Set<string>()
    let node = ROOT
    for (let index = 0; index < text.length; index++) {
      node = this.#step(node, text.charCodeAt(index))
      if (node !== ROOT && isEdge(text, index + 1)) this.#collect(text, node, index + 1, found)
    }
    return [...found]
  }

  #collect(text: string, node: number, end: number, found: Set<string>): void {
    for (let at = this.#words[node] ? node : this.#shorter[node]!; at !== ROOT; at = this.#shorter[at]!) {
      const start = end - this.#lengths[at]!
      if (isEdge(text, start, -1)) for (const word of this.#words[at]!) found.add(word)
    }
  }
}

/** True if there is no letter or digit after this position, or before it. */
function isEdge(text: string, position: number, direction: 1 | -1 = 1): boolean {
  if (direction === 1) return position >= text.length || !WORD_CHARACTER.test(characterAt(text, position))
  if (position === 0) return true
  const before = isLowSurrogate(text, position - 1) ? position - 2 : position - 1
  return !WORD_CHARACTER.test(characterAt(text, Math.max(before, 0)))
}

const characterAt = (text: string, position: number): string => String.fromCodePoint(text.codePointAt(position)!)
const isLowSurrogate = (text: string, position: number): boolean => (text.charCodeAt(position) & 0xfc00) === 0xdc00
