import type { MarkersHidden } from './analyses.ts'
import { codeSpansIn } from './code-span.ts'
import type { InlineState } from './inline-state.ts'
import { destinationAt } from './link-destination.ts'
import { mathEnd } from './math.ts'
import { timesIn } from './time.ts'

/**
 * Constructs that may hide a star or a tilde: code, mentions, formulas, times, addresses, text between three stars and
 * runs of stars.
 */
const HIDING = /[`@#$]|<time:|\]\(|:\/\/|\*{3}(?![*\s])[^*\n]*[^*\s]\*{3}|\*{4,}/g
const MENTION = /(?:@_?\*{1,2}|#\*\*)(?=[^*\s])/y
const ADDRESS = /[^\s`<>"]*/y
/** At the end of an address these characters belong to the sentence around it. */
const AFTER_ADDRESS = new Set('*~!:;?),.\'"')
/** The characters that matter in the search for a matching marker. */
const MARKER_OR_HIDING = /[\n*~`@#$]|<(?=time:)|\](?=\()|:(?=\/\/)/g

/** True if a marker is part of a bare address. */
export function isHiddenMarker(state: InlineState, position: number): boolean {
  const { src } = state
  // Addresses contain no blanks, and usually a blank precedes an opening marker.
  if (src[position - 1] === ' ') return false
  state.firstAddress ??= src.indexOf('://')
  const isAfterAddress = state.firstAddress !== -1 && position > state.firstAddress
  return isAfterAddress && hiddenMarkersIn(state).isInAddress(position)
}

/** The next marker on this line that is not hidden. */
export function nextMarker(state: InlineState, marker: '*' | '~', from: number): number | undefined {
  const { src, posMax } = state
  MARKER_OR_HIDING.lastIndex = from
  while (MARKER_OR_HIDING.test(src)) {
    const position = MARKER_OR_HIDING.lastIndex - 1
    if (position >= posMax || src[position] === '\n') return undefined
    if (src[position] === marker && !src.startsWith('***', position)) return position
    // Usually the matching marker comes before anything that could hide it, so the whole text need not be analysed.
    if (src[position] !== '~') return hiddenMarkersIn(state).next(marker, from, posMax)
  }
  return undefined
}

function hiddenMarkersIn(state: InlineState): MarkersHidden {
  state.hiddenMarkers ??= new HiddenMarkers(state)
  return state.hiddenMarkers
}

class HiddenMarkers implements MarkersHidden {
  readonly #text: string
  /** Maps the start of each stretch to its end. Most texts with a marker have none. */
  #stretches: Map<number, number> | undefined
  #inAddresses: Set<number> | undefined

  constructor(state: InlineState) {
    this.#text = state.src
    let resume = 0
    HIDING.lastIndex = 0
    for (let found = HIDING.exec(state.src); found; found = HIDING.exec(state.src)) {
      const { index } = found
      if (index < resume) continue
      const end = this.#endOf(state, index, found[0])
      if (end === undefined || end <= index) continue
      this.#stretches ??= new Map()
      this.#stretches.set(index, end)
      resume = end
    }
  }

  /** The other stretches are read as a whole, so no rule runs on a marker inside them. */
  isInAddress(position: number): boolean {
    return this.#inAddresses?.has(position) ?? false
  }

  next(marker: '*' | '~', from: number, limit: number): number | undefined {
    let position = from
    while (position < limit) {
      const character = this.#text[position]
      const end = this.#stretches?.get(position)
      if (end === undefined && character === marker) return position
      if (character === '\n') return undefined
      position = end ?? position + 1
    }
    return undefined
  }

  #endOf(state: InlineState, index: number, sign: string): number | undefined {
    if (sign === '`') return codeSpansIn(state).get(index)?.end
    if (sign === '$') return mathEnd(this.#text, index)
    if (sign === '<time:') return timesIn(state).get(index)
    if (sign === '](') return destinationAt(state, index + 1)?.end
    if (sign === '://') return this.#endOfAddress(index)
    if (sign.startsWith('*')) return index + sign.length
    return this.#endOfMention(index)
  }

  #endOfMention(index: number): number | undefined {
    MENTION.lastIndex = index
    const opening = MENTION.exec(this.#text)?.[0]
    if (opening === undefined) return undefined
    const stars = opening.slice(opening.indexOf('*'))
    const name = index + opening.length
    const end = this.#text.indexOf(stars, name)
    if (end === -1 || this.#text.slice(name, end).includes('\n')) return undefined
    return end + stars.length
  }

  #endOfAddress(index: number): number {
    ADDRESS.lastIndex = index
    ADDRESS.exec(this.#text)
    let end = ADDRESS.lastIndex
    while (AFTER_ADDRESS.has(this.#text[end - 1]!)) end--
    for (let position = index; position < end; position++) {
      if (this.#text[position] !== '*' && this.#text[position] !== '~') continue
      this.#inAddresses ??= new Set()
      this.#inAddresses.add(position)
    }
    return end
  }
}
