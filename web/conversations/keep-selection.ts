import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusSelected } from './select-message.ts'
import { selected } from './store.ts'

/** What stands where a message stood that has left the list: the next one, or else the one before it. */
function besideOf(gone: number, before: readonly number[], now: ReadonlySet<number>): number | null {
  const at = before.indexOf(gone)
  const isThere = (id: number) => now.has(id)
  // One's own message has got its number from the server.
  const last = gone < 0 ? [...now].at(-1) : before.slice(0, Math.max(0, at)).findLast(isThere)
  return before.slice(at + 1).find(isThere) ?? last ?? null
}

/** A selected message may be deleted or moved by somebody else. The one beside it is selected, and gets a lost focus. */
export function useSelection(ids: readonly number[], opening: number): void {
  const before = useRef({ ids, opening })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { ids, opening }
    const gone = selected.peek()
    const isSameList = last.opening === opening && ids !== last.ids
    if (!isSameList || gone === null || ids.includes(gone) || !last.ids.includes(gone)) return
    selected.value = besideOf(gone, last.ids, new Set(ids))
    if (document.activeElement === document.body) focusSelected()
  }, [ids, opening])
}
