import { addShortcuts } from '../kernel/keyboard.ts'
import { address, navigate } from '../kernel/navigation.ts'
import { isSearch } from './is-search.ts'

let field: HTMLInputElement | null = null
let isWanted = false

/** Called when the field is shown, or gone. */
export function searchField(element: HTMLInputElement | null): () => void {
  field = element
  if (isWanted) element?.focus()
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
  navigate({ view: 'search-field' })
}

export const startSearchKey = (): void => void addShortcuts({ keys: ['/'], run: focusSearch })
