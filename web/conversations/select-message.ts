import type { RefObject } from 'preact'
import { isTextField, type Shortcut } from '../kernel/keyboard.ts'
import type { WindowControl } from '../ui/window/Window.tsx'
import { opened, selected } from './store.ts'

/** The list that the keys move in. */
export const listUnderFocus: {
  current: {
    ids: readonly number[]
    control: RefObject<WindowControl | null>
    /** Opens the end of a list of which only an earlier part is known. */
    toNewest: (() => void) | undefined
  } | null
} = { current: null }

/** False if the message is not in the document. */
function focusMessage(id: number): boolean {
  const article = document.querySelector<HTMLElement>(`article[data-key="${id}"]`)
  article?.focus({ preventScroll: true })
  return article !== null
}

/** Moves the focus to a message, and brings it into view. */
export function selectMessage(id: number, where: 'nearest' | 'top' = 'nearest'): void {
  selected.value = id
  listUnderFocus.current?.control.current?.show(id, where)
  // One that is far away is drawn first.
  if (!focusMessage(id)) queueMicrotask(() => focusMessage(id))
}

/** A place that opens gives the focus to its first unread message, unless somebody types or a layer is open. */
export function focusSelected(): void {
  if (selected.value === null || isTextField(document.activeElement) || document.querySelector('dialog[open]')) return
  focusMessage(selected.value)
}

function step(by: 1 | -1): boolean {
  const ids = listUnderFocus.current?.ids ?? []
  const here = selected.value === null ? -1 : ids.indexOf(selected.value)
  const next = here < 0 ? ids.at(-1) : ids[here + by]
  if (next === undefined) return false
  selectMessage(next)
  return true
}

function toFirstUnread(): void {
  const { newFrom } = opened.value
  const first = newFrom ?? listUnderFocus.current?.ids[0]
  if (first !== undefined) selectMessage(first, 'top')
}

/** Brings the newest message into view, and gives it the focus. */
export function goToNewest(): void {
  const { ids = [], control, toNewest: open } = listUnderFocus.current ?? {}
  const last = ids.at(-1)
  if (open) open()
  else control?.current?.scrollToEnd()
  if (last !== undefined && !open) selectMessage(last)
}

/** Arrows belong to menus and other lists while these have the focus. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target !== document.body && !target.closest('main') && !target.closest('[role=feed]')

export const listKeys: readonly Shortcut[] = [
  { keys: ['j', 'ArrowDown'], run: (event) => !isElsewhere(event) && step(1) },
  { keys: ['k', 'ArrowUp'], run: (event) => !isElsewhere(event) && step(-1) },
  { keys: ['Home'], run: (event) => !isElsewhere(event) && toFirstUnread() },
  { keys: ['End'], run: (event) => !isElsewhere(event) && goToNewest() },
]
