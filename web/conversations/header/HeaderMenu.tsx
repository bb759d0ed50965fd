import { useLayoutEffect, useRef } from 'preact/hooks'
import type { MenuItem } from '../../ui/Menu.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { offerPlaceItems } from './place-items.ts'

/** The menu of a header, whose items the palette offers too. */
export function HeaderMenu({ items }: { items: () => readonly MenuItem[] }) {
  const latest = useRef(items)
  latest.current = items
  useLayoutEffect(() => offerPlaceItems(() => latest.current()), [])
  return <MoreMenu items={items} />
}
