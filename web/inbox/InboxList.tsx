import { useEffect, useRef, useState } from 'preact/hooks'
import { toggleFollowed, toggleQuiet } from '../conversations/topic-policy.ts'
import { t } from '../kernel/texts.ts'
import { markPlaceRead } from '../messages/mark-place-read.ts'
import { type RowKey, rowOf, useRows } from '../ui/use-rows.ts'
import type { InboxSection, Layout } from './arrange.ts'
import { InboxRow } from './InboxRow.tsx'
import { isPreviewShown, isWide, setPreviewShown } from './preview-pane.ts'
import { SectionHead } from './SectionHead.tsx'
import { current, hold, isFolded, layout, pointedAt, previewed, rowAt, rows } from './store.ts'

/** Who rests on a row for this long wants to see it. */
const REST = 150

/** Space shows the current row in the preview, and turns its pages when it is there. */
function preview(key: string, { target }: KeyboardEvent): unknown {
  if (!isWide.peek() || (target instanceof Element && target.closest('button'))) return false
  const pane = document.querySelector('[data-preview]')
  if (pane && previewed.peek()?.key === key) pane.scrollBy({ top: pane.clientHeight * 0.9 })
  pointedAt.value = key
  setPreviewShown(true)
  return true
}

const onPlace =
  (act: (place: NonNullable<ReturnType<typeof rowAt>>['place']) => unknown): RowKey['run'] =>
  (key) => {
    const row = rowAt(key)
    return row ? act(row.place) : false
  }

const KEYS: readonly RowKey[] = [
  { keys: ['e'], run: onPlace(markPlaceRead) },
  { keys: ['f'], run: onPlace(toggleFollowed) },
  { keys: ['Shift+M'], run: onPlace(toggleQuiet) },
  { keys: [' '], run: preview },
]

/** No row is lower, in pixels. */
const SMALLEST_ROW = 44
const STEP = 100

/** How many rows are in the document: at first as many as can be seen. The others follow when these are drawn. */
function useRowCount(all: number): number {
  const [count, setCount] = useState(() => Math.ceil(innerHeight / SMALLEST_ROW))
  useEffect(() => {
    if (count >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setCount(count + STEP))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [count, all])
  return count
}

/** The first rows of a layout. */
function firstRows(all: Layout, count: number): Layout {
  let left = count
  return all.flatMap((section) => {
    const rows = section.rows.slice(0, Math.max(0, left))
    left -= rows.length
    return rows.length === section.rows.length ? [section] : rows.length > 0 ? [{ ...section, rows }] : []
  })
}

function Section({ section }: { section: InboxSection }) {
  const head = <SectionHead section={section} />
  const first = current.value ?? rows.value[0]?.key
  const pointed = isPreviewShown.value ? previewed.value?.key : current.value
  if (isFolded(section)) return <div role="listitem">{head}</div>
  return (
    <>
      {section.rows.map((row, index) => {
        const { key } = row
        return (
          <InboxRow
            key={key}
            row={row}
            isCurrent={first === key}
            isPointedAt={key === pointed}
            {...(index === 0 && { head })}
          />
        )
      })}
    </>
  )
}

/** The rows. While the pointer is over them none moves, and the row with the focus stays. */
export function InboxList() {
  const list = useRef<HTMLDivElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useRows(list, current, KEYS)
  const release = () => {
    clearTimeout(resting.current)
    hold.value = null
  }
  return (
    <div class="scroll" data-region>
      <div
        ref={list}
        role="list"
        aria-label={t('view.inbox')}
        onPointerMove={({ pointerType }) => {
          if (pointerType === 'mouse' && hold.peek()?.kind !== 'list') hold.value = { kind: 'list' }
        }}
        onPointerOver={({ target, pointerType }) => {
          clearTimeout(resting.current)
          const key = rowOf(target)
          if (pointerType === 'mouse' && key !== undefined && isPreviewShown.peek())
            resting.current = setTimeout(() => (pointedAt.value = key), REST)
        }}
        onPointerLeave={release}
        onFocusIn={({ target }) => {
          const key = rowOf(target)
          if (key === undefined) return
          current.value = key
          pointedAt.value = key
          // A press of the pointer leaves the focus somewhere, but nobody looks for it there.
          if ((target as Element).matches(':focus-visible') && hold.peek()?.kind !== 'list')
            hold.value = { kind: 'row', key }
        }}
        onFocusOut={({ relatedTarget }) => {
          if (hold.peek()?.kind === 'row' && !list.current?.contains(relatedTarget as Node | null)) hold.value = null
        }}
      >
        {firstRows(layout.value, useRowCount(rows.value.length)).map((section) => (
          <Section key={section.id} section={section} />
        ))}
      </div>
    </div>
  )
}
