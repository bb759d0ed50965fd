import { effect, untracked } from '@preact/signals'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { type Address, parseAddress } from '../kernel/addresses.ts'
import { address, correctAddress, hrefOf, navigate, visit } from '../kernel/navigation.ts'
import { state } from '../kernel/state.ts'
import { findMessages } from './find-messages.ts'
import { isSearch } from './is-search.ts'
import { known } from './known.ts'
import { toFilter } from './read-text.ts'
import { isEmpty, placeOfQuery, type Query, query, queryKey, queryOf, results } from './store.ts'

/** What the next address of the search is for. */
let wanted: Query | null = null
let lastVisit = ''

/** Shows the results of a query. What is typed in the field stays while the query is the same. */
function apply(next: Query): void {
  const isSame = queryKey(next) === results.peek().key && visit.peek() === lastVisit
  lastVisit = visit.peek()
  if (queryKey(next) !== queryKey(query.peek())) query.value = next
  if (!isEmpty(next) && !isSame) void findMessages(next)
}

/** Searches for something else. A conversation is not opened yet: more filters may follow. */
export function changeQuery(next: Query): void {
  const place = placeOfQuery(next)
  const to: Address = isSearch(place) ? place : { view: 'search-field' }
  if (hrefOf(to) === location.hash) apply(next)
  else {
    wanted = next
    navigate(to)
  }
}

/** Searches, or opens the conversation that the filters name. */
export function openQuery(next: Query): void {
  const place = placeOfQuery(next)
  if (isSearch(place)) changeQuery(next)
  else navigate(place)
}

export const searchAgain = (): void => void findMessages(query.peek())

/** Links may name channels and people without their ids. */
function named(term: NarrowTerm): NarrowTerm {
  const { operator, operand, negated } = term
  return typeof operand === 'string' && operator !== 'topic' ? toFilter(operator, operand, negated, known.value) : term
}

/** A link by name shows the present form of its place, which may be a conversation. */
function followNames(): void {
  const here = address.value
  if (here.view !== 'search' || state.value === null) return
  const narrow = here.narrow.map(named)
  if (narrow.every((one, index) => one.operand === here.narrow[index]?.operand)) return
  untracked(() => correctAddress(parseAddress(hrefOf({ ...here, narrow }))))
}

/** Searches for what the address says. */
export function startSearching(): void {
  effect(followNames)
  effect(() => {
    const here = address.value
    visit.value
    if (!isSearch(here)) return
    untracked(() => {
      const next = wanted ?? queryOf(here)
      wanted = null
      apply(next)
    })
  })
}
