import { signal } from '@preact/signals'
import type { MenuItem } from '../../ui/Menu.tsx'

/** A menu beside something in the HTML of a message. */
export interface ContentMenu {
  readonly name: string
  readonly anchor: Element
  readonly items: readonly MenuItem[]
}

export const contentMenu = signal<ContentMenu | null>(null)

export function toggleContentMenu(menu: ContentMenu): void {
  contentMenu.value = contentMenu.peek()?.anchor === menu.anchor ? null : menu
}
