import { foldName } from '../kernel/fold-name.ts'
import type { Entry, Kind } from './entries.ts'
import { type RankResult, rank } from './rank.ts'

const PREFIXES: Readonly<Record<string, readonly Kind[]>> = {
  '#': ['channel', 'topic'],
  '@': ['person'],
  '>': ['action'],
}
const MAX_PLACES = 8
const MAX_ACTIONS = 5
const MAX_ENTRIES_OF_A_KIND = 12

/** What is looked for: everything, or only what the first sign says. */
export function read(text: string): { readonly prefix: string; readonly words: string } {
  const prefix = text[0] !== undefined && text[0] in PREFIXES ? text[0] : ''
  return { prefix, words: text.slice(prefix.length).trim() }
}

export interface FoundEntries {
  readonly places: readonly Entry[]
  readonly actions: readonly Entry[]
}

type EntryLists = readonly [places: readonly Entry[], actions: readonly Entry[]]

/** Finds entries, letter by letter: a longer text looks only at what the shorter one found. */
export class Finder {
  readonly #places: readonly Entry[]
  readonly #actions: readonly Entry[]
  readonly #byPrefix = new Map<string, EntryLists>()
  #last: {
    readonly prefix: string
    readonly typed: string
    readonly places: RankResult<Entry>
    readonly actions: RankResult<Entry>
  } | null = null

  constructor(places: readonly Entry[], actions: readonly Entry[]) {
    this.#places = places
    this.#actions = actions
  }

  /** Places and actions of the kinds that the first sign asks for. */
  #wanted(prefix: string): EntryLists {
    const kinds = PREFIXES[prefix]
    const known = this.#byPrefix.get(prefix)
    if (known || !kinds) return known ?? [this.#places, this.#actions]
    const some = (all: readonly Entry[]) => all.filter(({ kind }) => kinds.includes(kind))
    const wanted: EntryLists = [some(this.#places), some(this.#actions)]
    this.#byPrefix.set(prefix, wanted)
    return wanted
  }

  find(text: string): FoundEntries {
    const { prefix, words } = read(text)
    const typed = foldName(words)
    const before = this.#last?.prefix === prefix && typed.startsWith(this.#last.typed) ? this.#last : null
    const [somePlaces, someActions] = this.#wanted(prefix)
    const places = rank(before?.places.all ?? somePlaces, typed, prefix ? MAX_ENTRIES_OF_A_KIND : MAX_PLACES)
    const actions = rank(before?.actions.all ?? someActions, typed, prefix ? MAX_ENTRIES_OF_A_KIND : MAX_ACTIONS)
    this.#last = { prefix, typed, places, actions }
    return { places: places.best, actions: actions.best }
  }
}
