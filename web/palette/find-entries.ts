import { foldName } from '../kernel/fold-name.ts'
import type { Entry, Kind } from './entries.ts'
import { type Found, rank } from './rank.ts'

const PREFIXES: Readonly<Record<string, readonly Kind[]>> = {
  '#': ['channel', 'topic'],
  '@': ['person'],
  '>': ['action'],
}
const MOST_PLACES = 8
const MOST_ACTIONS = 5
const MOST_OF_ONE_KIND = 12

/** What is looked for: everything, or only what the first sign says. */
export function read(text: string): { readonly prefix: string; readonly words: string } {
  const prefix = text[0] !== undefined && text[0] in PREFIXES ? text[0] : ''
  return { prefix, words: text.slice(prefix.length).trim() }
}

export interface FoundEntries {
  readonly places: readonly Entry[]
  readonly actions: readonly Entry[]
}

type Wanted = readonly [places: readonly Entry[], actions: readonly Entry[]]

/** Finds entries, letter by letter: a longer text looks only at what the shorter one found. */
export class Finder {
  readonly #places: readonly Entry[]
  readonly #actions: readonly Entry[]
  readonly #byPrefix = new Map<string, Wanted>()
  #last: {
    readonly prefix: string
    readonly typed: string
    readonly places: Found<Entry>
    readonly actions: Found<Entry>
  } | null = null

  constructor(places: readonly Entry[], actions: readonly Entry[]) {
    this.#places = places
    this.#actions = actions
  }

  /** Places and actions of the kinds that the first sign asks for. */
  #wanted(prefix: string): Wanted {
    const kinds = PREFIXES[prefix]
    const known = this.#byPrefix.get(prefix)
    if (known || !kinds) return known ?? [this.#places, this.#actions]
    const some = (all: readonly Entry[]) => all.filter(({ kind }) => kinds.includes(kind))
    const wanted: Wanted = [some(this.#places), some(this.#actions)]
    this.#byPrefix.set(prefix, wanted)
    return wanted
  }

  find(text: string): FoundEntries {
    const { prefix, words } = read(text)
    const typed = foldName(words)
    const before = this.#last?.prefix === prefix && typed.startsWith(this.#last.typed) ? this.#last : null
    const [somePlaces, someActions] = this.#wanted(prefix)
    const places = rank(before?.places.all ?? somePlaces, typed, prefix ? MOST_OF_ONE_KIND : MOST_PLACES)
    const actions = rank(before?.actions.all ?? someActions, typed, prefix ? MOST_OF_ONE_KIND : MOST_ACTIONS)
    this.#last = { prefix, typed, places, actions }
    return { places: places.best, actions: actions.best }
  }
}
