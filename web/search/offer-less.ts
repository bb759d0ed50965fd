import { signal } from '@preact/signals'
import { session } from '../kernel/session.ts'
import { narrowOf, type Query, queryKey } from './store.ts'

/** A search with one filter less, and how much it finds. */
export interface Offer {
  /** The index of the filter. -1 for the words. */
  readonly without: number
  readonly query: Query
  readonly count: number
  /** There are more than were counted. */
  readonly isMore: boolean
}

const COUNTED = 100

export const offers = signal<{ readonly key: string; readonly list: readonly Offer[] }>({ key: '', list: [] })

async function count(query: Query, without: number): Promise<Offer | null> {
  const { messages, found_oldest } = await session.call('getMessages', {
    narrow: [...narrowOf(query)],
    anchor: 'newest',
    num_before: COUNTED,
    num_after: 0,
    client_gravatar: false,
  })
  return messages.length === 0 ? null : { without, query, count: messages.length, isMore: !found_oldest }
}

/** Asks which single filter is too many. The filters are asked about one after the other. */
export async function offerLess(query: Query): Promise<void> {
  const key = queryKey(query)
  offers.value = { key, list: [] }
  const { terms, words } = query
  const smaller: (readonly [number, Query])[] = [
    ...terms.map((one, index) => [index, { terms: terms.filter((other) => other !== one), words }] as const),
    ...(words === '' ? [] : [[-1, { terms, words: '' }] as const]),
  ]
  if (smaller.length < 2) return
  for (const [without, less] of smaller) {
    const offer = await count(less, without).catch(() => null)
    if (offers.value.key !== key) return
    if (offer) offers.value = { key, list: [...offers.value.list, offer] }
  }
}
