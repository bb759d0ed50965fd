import type { MenuItem } from '../../ui/Menu.tsx'

type Items = () => readonly MenuItem[]

let current: Items | null = null

/** Says what can be done with the place that is open, until the returned function is called. */
export function offerPlaceItems(items: Items): () => void {
  current = items
  return () => {
    if (current === items) current = null
  }
}

/** What can be done with the place that is open. Keys and the palette do the same as its menu. */
export const placeItems: Items = () => current?.() ?? []
