import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { HeldPlace } from './held-place.ts'
import { type Key, numberItems, visibleIn } from './measures.ts'

/** At most this many items are in the document. */
const MAX_ITEMS = 120
/** The number of items that are added at one end and dropped at the other. */
const STEP = 20
/** The number of items at first. The rest follows after they have been drawn. */
const FIRST = 24
/** The number of those before the one that is wanted. */
const BEFORE = 8
/** Items are added when the end of what is in the document comes this near. */
const NEAR = 1_200
/** Where to begin: at the end, or with an item at a distance from the top. */
export type Start = 'end' | { readonly key: Key; readonly top: number }

export interface WindowControl {
  scrollToEnd(): void
  /** Brings an item into view: near the top, or wherever it is least far away. */
  show(key: Key, where: 'top' | 'nearest'): void
  /** The first visible item and its distance from the top, to come back to it. */
  position(): Start
  /** The keys of what is visible by at least half, or whose end is visible. */
  visible(): Key[]
  isAtEnd(): boolean
}

export interface WindowProps<T> {
  items: readonly T[]
  keyOf: (item: T) => Key
  render: (item: T, index: number) => ComponentChildren
  /** Used at the first time. Another `place` begins anew. */
  start: Start
  place: string
  control?: RefObject<WindowControl | null>
  /** The beginning or the end of all items is near. */
  onNearStart?: () => void
  onNearEnd?: () => void
  onScroll?: () => void
  /**
   * The list stays at its end when something is added there. Lists that add older things at the end do not, nor those of
   * which only an earlier part is known.
   */
  followsEnd?: boolean
  /** There are no others than these: a feed can say how many there are. */
  isWhole?: boolean
  /** Attributes of the element that holds the items. */
  list: JSX.IntrinsicElements['div']
}

interface Range {
  readonly place: string
  /** The first item in the document. */
  readonly first: Key | undefined
  readonly count: number
}

/**
 * A long list of which only a part is in the document, as real elements. The first visible item keeps its place to the
 * pixel while others are added, dropped, or change their height.
 */
export function Window<T>({
  items,
  keyOf,
  render,
  start,
  place,
  control,
  list,
  followsEnd = true,
  isWhole = false,
  ...events
}: WindowProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const held = useRef<HeldPlace>(null)
  held.current ??= new HeldPlace({ scroller, content })
  const reading = held.current
  const [range, setRange] = useState<Range>({ place: '', first: undefined, count: 0 })
  const latest = useRef({ items, keyOf, events, followsEnd })
  const spanBegin = useRef(0)
  const spanEnd = useRef(0)
  const isOpening = useRef(false)
  const mayFollow = (): boolean => latest.current.followsEnd && spanEnd.current >= latest.current.items.length
  if (place === range.place && reading.hasScrolled()) reading.remember(mayFollow())
  latest.current = { items, keyOf, events, followsEnd }

  // Elements know their key as text.
  const indexOf = (key: Key): number => {
    const index = items.findIndex((item) => keyOf(item) === key)
    return index >= 0 ? index : items.findIndex((item) => `${keyOf(item)}` === key)
  }
  const [from, to] = place === range.place ? spanOf(range) : firstSpan()

  function firstSpan(): [number, number] {
    const middle = start === 'end' ? items.length : indexOf(start.key)
    const begin = Math.max(0, Math.min(middle - BEFORE, items.length - FIRST))
    return [begin, Math.min(items.length, begin + FIRST)]
  }

  function spanOf({ first, count }: Range): [number, number] {
    const index = first === undefined ? -1 : indexOf(first)
    // What was the first item is gone: stay near the end that is being read.
    const begin = index >= 0 ? index : Math.max(0, Math.min(items.length - count, items.length))
    const isFollowing = reading.anchor === 'end'
    const end = isFollowing ? items.length : Math.min(items.length, Math.max(begin + count, begin + STEP))
    return [Math.max(0, Math.max(begin, end - MAX_ITEMS)), end]
  }

  function setSpan(begin: number, end: number): void {
    const { items, keyOf } = latest.current
    const item = items[begin]
    setRange({ place, first: item && keyOf(item), count: end - begin })
  }

  spanEnd.current = to
  spanBegin.current = from

  /** Adds items where the end of the document comes near. What is not visible can wait until the first ones are drawn. */
  function fill(): void {
    const box = scroller.current
    if (!box) return
    const { items, events } = latest.current
    const near = isOpening.current ? 0 : NEAR
    const isNearTop = box.scrollTop <= near
    const isNearBottom = box.scrollHeight - box.scrollTop - box.clientHeight <= near
    const [begin, end] = [spanBegin.current, spanEnd.current]
    const first = isNearTop ? Math.max(0, begin - STEP) : begin
    const last = isNearBottom ? Math.min(items.length, end + STEP) : end
    // What is farther away than the end that comes near is dropped.
    if (first !== begin || last !== end)
      setSpan(
        isNearTop ? first : Math.max(first, last - MAX_ITEMS),
        isNearTop ? Math.min(last, first + MAX_ITEMS) : last,
      )
    if (isNearTop && begin === 0) events.onNearStart?.()
    if (isNearBottom && end === items.length) events.onNearEnd?.()
  }

  useLayoutEffect(() => {
    reading.anchor = start
    isOpening.current = true
    setSpan(from, to)
    reading.restore()
    reading.remember(mayFollow())
    fill()
    const timer = setTimeout(() => {
      isOpening.current = false
      fill()
    })
    return () => clearTimeout(timer)
  }, [place])

  useLayoutEffect(() => {
    if (list.role === 'feed') numberItems(content.current, from, isWhole ? items.length : undefined)
    reading.restore()
    fill()
  }, [items, from, to, isWhole])

  useEffect(() => {
    const [box, inner] = [scroller.current, content.current]
    if (!box || !inner) return
    const observer = new ResizeObserver(() => reading.keep())
    observer.observe(inner)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  if (control) {
    control.current = {
      isAtEnd: () => reading.isAtEnd(),
      position: () => reading.anchor ?? 'end',
      scrollToEnd() {
        reading.anchor = 'end'
        const { items } = latest.current
        setSpan(Math.max(0, items.length - FIRST), items.length)
        reading.restore()
      },
      show(key, where) {
        const { items, keyOf } = latest.current
        const index = items.findIndex((item) => `${keyOf(item)}` === `${key}`)
        if (index < 0 || reading.show(key, where, mayFollow())) return
        setSpan(Math.max(0, index - BEFORE), Math.min(items.length, index - BEFORE + FIRST))
      },
      visible: () => visibleIn(scroller.current, content.current),
    }
  }

  return (
    <div
      ref={scroller}
      class="scroll window"
      onScroll={() => {
        reading.remember(mayFollow())
        fill()
        events.onScroll?.()
      }}
    >
      <div ref={content} {...list}>
        {items.slice(from, to).map((item, index) => render(item, from + index))}
      </div>
    </div>
  )
}
