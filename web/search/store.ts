import { computed, signal } from '@preact/signals'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { type Narrow, narrowKey, term } from '../../client/messages/narrow.ts'
import { type Address, parseAddress } from '../kernel/addresses.ts'
import { hrefOf } from '../kernel/navigation.ts'

/** What is searched for. */
export interface Query {
  /** The filters. `near` is one of them. */
  readonly terms: readonly NarrowTerm[]
  readonly words: string
}

export const NOTHING: Query = { terms: [], words: '' }

/** What the field shows and the results are for. It may name a conversation, which an address of the search cannot. */
export const query = signal<Query>(NOTHING)

export function queryOf(address: Address): Query {
  if (address.view !== 'search') return NOTHING
  const { narrow, near } = address
  const words = narrow.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand))
  return {
    terms: [
      ...narrow.filter(({ operator }) => operator !== 'search'),
      ...(near === undefined ? [] : [term('near', near)]),
    ],
    words: words.join(' '),
  }
}

/** What the server is asked for. `near` only says where to begin. */
export const narrowOf = ({ terms, words }: Query): Narrow => [
  ...terms.filter(({ operator }) => operator !== 'near'),
  ...(words === '' ? [] : [term('search', words)]),
]

export const nearOf = ({ terms }: Query): number | undefined => {
  const operand = terms.find(({ operator }) => operator === 'near')?.operand
  return typeof operand === 'number' ? operand : undefined
}

/** The place of a query: the search, or the conversation that it names. */
export function placeOfQuery(wanted: Query): Address {
  const near = nearOf(wanted)
  const search: Address = { view: 'search', narrow: narrowOf(wanted), ...(near !== undefined && { near }) }
  return parseAddress(hrefOf(search))
}

export const isEmpty = ({ terms, words }: Query): boolean => terms.length === 0 && words === ''

/** The same text for the same query. */
export const queryKey = (one: Query): string => `${narrowKey(narrowOf(one))} ${nearOf(one) ?? ''}`

export type Status = 'loading' | 'ready' | 'failed' | 'refused'

export interface Results {
  readonly key: string
  readonly narrow: Narrow
  readonly status: Status
  /** Why the server refused the search. */
  readonly reason: string
  /** Grows with each search. */
  readonly opening: number
}

export const results = signal<Results>({ key: '', narrow: [], status: 'loading', reason: '', opening: 0 })

/** The hits in a message, as HTML. */
export interface Hit {
  readonly content: string
  readonly topic: string
}

/** The hits of each search that was made, by its key and the id of the message. */
const hits = new Map<string, Map<number, Hit | null>>()
const hitsVersion = signal(0)

/** Null for a message that does not match any more. */
export function setHits(narrow: Narrow, found: readonly (readonly [number, Hit | null])[]): void {
  const key = narrowKey(narrow)
  const known = hits.get(key) ?? new Map<number, Hit | null>()
  for (const [id, hit] of found) known.set(id, hit)
  hits.set(key, known)
  hitsVersion.value += 1
}

export const isSearched = (narrow: Narrow): boolean => hits.has(narrowKey(narrow))

/** The hits of the search that is shown. */
export const shownHits = computed((): ReadonlyMap<number, Hit | null> => {
  hitsVersion.value
  return new Map(hits.get(narrowKey(results.value.narrow)))
})
