import { signal } from '@preact/signals'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { term } from '../../client/messages/narrow.ts'
import type { Address } from '../kernel/addresses.ts'
import { addShortcuts, holdTyped, takeTyped } from '../kernel/keyboard.ts'
import { address, navigate } from '../kernel/navigation.ts'
import { isSearch } from './is-search.ts'

let field: HTMLInputElement | null = null
let isWanted = false

/** The filters that name the place from which the search was opened. They are suggested first. */
export const cameFrom = signal<readonly NarrowTerm[]>([])

function termsOf(here: Address): readonly NarrowTerm[] {
  if (here.view === 'direct') return [term('dm', [...here.ids])]
  if (!('channelId' in here)) return []
  const channel = term('channel', here.channelId)
  return here.view === 'topic' ? [channel, term('topic', here.topic)] : [channel]
}

/** Called when the field is shown, or gone. */
export function searchField(element: HTMLInputElement | null, onTyped: (text: string) => void): () => void {
  field = element
  if (isWanted) {
    element?.focus()
    const typed = takeTyped()
    if (typed !== '') onTyped(typed)
  }
  isWanted = false
  return () => {
    field = null
  }
}

/** Opens the search, and gives its field the focus. */
export function focusSearch(): void {
  if (isSearch(address.peek()) && field) {
    field.focus()
    field.select()
    return
  }
  isWanted = true
  holdTyped()
  cameFrom.value = termsOf(address.peek())
  navigate({ view: 'search-field' })
}

export const startSearchKey = (): void => void addShortcuts({ keys: ['/'], run: focusSearch })
