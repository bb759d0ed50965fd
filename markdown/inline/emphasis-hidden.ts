import type { StateInline } from 'markdown-it'
import { codeSpansIn } from './code-span.ts'
import { destinationAt } from './link-destination.ts'
import { mathEnd } from './math.ts'

/** What may hide a star or a tilde: code, mentions, formulas, addresses; and stars hide one another. */
const HIDING = /[`@#$]|\]\(|:\/\/|\*{4,}/g
const MENTION = /(?:@_?\*{1,2}|#\*\*)(?=[^*\s])/y
const ADDRESS = /[^\s`<>"]*/y
/** At the end of an address these belong to the sentence around it. */
const AFTER_ADDRESS = new Set('*~!:;?),.\'"')

export function hiddenMarkersIn(state: StateInline): HiddenMarkers {
  const cache = state.cache as { hiddenMarkers?: HiddenMarkers }
  cache.hiddenMarkers ??= new HiddenMarkers(state)
  return cache.hiddenMarkers
}

/** Which markers of emphasis are none, because they are part of something else. */
export class HiddenMarkers {
  readonly #text: string
  /** Start → end of each stretch; most texts with a marker have none. */
  #stretches: Map<number, number> | undefined
  #inAddresses: Set<number> | undefined

  constructor(state: StateInline) {
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

  /** For markers in an address that stands in the text as it is; the other stretches are read as a whole. */
  isHidden(position: number): boolean {
    return this.#inAddresses?.has(position) ?? false
  }

  /** The next marker on this line that is not hidden. */
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

  #endOf(state: StateInline, index: number, sign: string): number | undefined {
    if (sign === '`') return codeSpansIn(state).get(index)?.end
    if (sign === '$') return mathEnd(this.#text, index)
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
