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

/** Finds entries, letter by letter: a longer text looks only at what the shorter one found. */
export class Finder {
  readonly #places: readonly Entry[]
  readonly #actions: readonly Entry[]
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

  find(text: string): FoundEntries {
    const { prefix, words } = read(text)
    const typed = foldName(words)
    const before = this.#last?.prefix === prefix && typed.startsWith(this.#last.typed) ? this.#last : null
    const kinds = PREFIXES[prefix]
    const wanted = (all: readonly Entry[]) => (kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all)
    const places = rank(before?.places.all ?? wanted(this.#places), typed, prefix ? MOST_OF_ONE_KIND : MOST_PLACES)
    const actions = rank(before?.actions.all ?? wanted(this.#actions), typed, prefix ? MOST_OF_ONE_KIND : MOST_ACTIONS)
    this.#last = { prefix, typed, places, actions }
    return { places: places.best, actions: actions.best }
  }
}
