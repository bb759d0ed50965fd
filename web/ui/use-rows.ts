import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { addShortcuts, type Shortcut } from '../kernel/keyboard.ts'

/** A key that does something with the current row. False if it means nothing there. */
export interface RowKey {
  readonly keys: readonly string[]
  run(key: string, event: KeyboardEvent): unknown
}

const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

/** The keys hold in the part of the page that has the list, and while nothing has the focus. */
const isHere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target === document.body || (target.closest('main') !== null && !target.closest('[data-own-keys]'))) &&
  document.querySelector('dialog[open]') === null

/** Nothing has the focus that a key could press. */
const isNowhere = ({ target }: KeyboardEvent): boolean =>
  target === document.body || (target instanceof Element && target.id === 'main')

/**
 * The keys of a list of rows, of which one is the current one and the only tab stop. In each row an element with
 * `data-row` takes the focus; the row itself has `data-row-box`.
 */
export function useRows(
  list: RefObject<HTMLElement | null>,
  current: Signal<string | null>,
  rowKeys: readonly RowKey[],
): void {
  // Before the rows can be seen: who sees them may press a key.
  useLayoutEffect(() => {
    const move =
      (find: (rows: readonly HTMLElement[], here: number) => number): Shortcut['run'] =>
      (event) => {
        if (!isHere(event)) return false
        const rows = rowsIn(list.current)
        const here = rows.findIndex(({ dataset }) => dataset['row'] === current.peek())
        // The first key goes to the current row, as long as it does not have the focus.
        const isInside = list.current?.contains(document.activeElement) ?? false
        const next = rows[isInside ? find(rows, here) : Math.max(here, 0)]
        if (!next) return false
        next.focus()
        next.closest('[data-row-box]')?.scrollIntoView({ block: 'nearest' })
        return true
      }
    const open: Shortcut['run'] = (event) => {
      if (!isNowhere(event) || !isHere(event)) return false
      const row = rowsIn(list.current).find(({ dataset }) => dataset['row'] === current.peek())
      row?.click()
      return row !== undefined
    }
    const act =
      ({ run }: RowKey): Shortcut['run'] =>
      (event) => {
        const key = current.peek()
        return key === null || !isHere(event) ? false : run(key, event)
      }
    return addShortcuts(
      { keys: ['j', 'ArrowDown'], run: move((rows, here) => Math.min(here + 1, rows.length - 1)) },
      { keys: ['k', 'ArrowUp'], run: move((_, here) => Math.max(here - 1, 0)) },
      { keys: ['Home'], run: move(() => 0) },
      { keys: ['End'], run: move((rows) => rows.length - 1) },
      { keys: ['Enter'], run: open },
      ...rowKeys.map((one) => ({ keys: one.keys, run: act(one) })),
    )
  }, [])
}

/** The key of the row that an event happened in. */
export const rowOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest('[data-row-box]')?.querySelector<HTMLElement>('[data-row]')?.dataset['row']
    : undefined
