/** What every match of a pattern has. A text without it needs no search. */
export interface MatchNeeds {
  readonly length: number
  /** Characters that each match contains. */
  readonly characters: readonly string[]
}

const NOTHING: MatchNeeds = { length: 0, characters: [] }
const ANY_CHARACTER: MatchNeeds = { length: 1, characters: [] }

/** Syntax that is not read here. */
class Unread extends Error {}

/** Reads the usual syntax of RE2. A pattern with any other needs nothing. */
export function matchNeeds(pattern: string): MatchNeeds {
  try {
    return new PatternReader(pattern).read()
  } catch (error) {
    if (error instanceof Unread) return NOTHING
    throw error
  }
}

export const mayMatch = ({ length, characters }: MatchNeeds, text: string): boolean =>
  text.length >= length && characters.every((character) => text.includes(character))

const OPTIONAL = /^(?:\*|\?)/
const ONE_OR_MORE = /^\+/
const COUNTED = /^\{(\d+)(?:,\d*)?\}/
/** A lazy repetition matches the same texts. */
const LAZY = /^\?/
const GROUP = /^\((?:\?:|\?P?<\w+>|(?!\?))/
/** One character of a set: `[^]a-z[:alpha:]\d]`. */
const SET = /^\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\[])+\]/
const CLASS = /^\\[dDsSwW]/
const PLACE = /^(?:\^|\$|\\[bBAz])/
const ESCAPED = /^\\([!-/:-@[-`{-~])/
const LITERAL = /^[^\\[\](){}|*+?.^$\uD800-\uDFFF]/

class PatternReader {
  #rest: string

  constructor(pattern: string) {
    this.#rest = pattern
  }

  read(): MatchNeeds {
    const needs = this.#alternatives()
    if (this.#rest !== '') throw new Unread()
    return needs
  }

  #alternatives(): MatchNeeds {
    let needs = this.#sequence()
    while (this.#take(/^\|/)) needs = either(needs, this.#sequence())
    return needs
  }

  #sequence(): MatchNeeds {
    let needs = NOTHING
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) needs = both(needs, this.#repeated(this.#item()))
    return needs
  }

  #repeated(item: MatchNeeds): MatchNeeds {
    const least = this.#leastTimes()
    this.#take(LAZY)
    return least === 0 ? NOTHING : { ...item, length: item.length * least }
  }

  #leastTimes(): number {
    if (this.#take(OPTIONAL)) return 0
    const counted = this.#take(COUNTED)
    if (counted) return Number(counted[1])
    this.#take(ONE_OR_MORE)
    return 1
  }

  #item(): MatchNeeds {
    if (this.#take(GROUP)) {
      const needs = this.#alternatives()
      if (!this.#take(/^\)/)) throw new Unread()
      return needs
    }
    if (this.#take(PLACE)) return NOTHING
    if (this.#take(SET) || this.#take(CLASS) || this.#take(/^\./)) return ANY_CHARACTER
    const character = this.#take(ESCAPED)?.[1] ?? this.#take(LITERAL)?.[0]
    if (character === undefined) throw new Unread()
    return { length: 1, characters: [character] }
  }

  #take(syntax: RegExp): RegExpExecArray | null {
    const found = syntax.exec(this.#rest)
    if (found) this.#rest = this.#rest.slice(found[0].length)
    return found
  }
}

const both = (a: MatchNeeds, b: MatchNeeds): MatchNeeds => ({
  length: a.length + b.length,
  characters: [...new Set([...a.characters, ...b.characters])],
})

const either = (a: MatchNeeds, b: MatchNeeds): MatchNeeds => ({
  length: Math.min(a.length, b.length),
  characters: a.characters.filter((character) => b.characters.includes(character)),
})
