import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { openLayer } from './layer.ts'

/** How long a finger rests on a message until its actions open. */
const LONG_PRESS = 450
/** A finger that moves this far scrolls. */
const SLACK = 10

interface Press {
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
}

/** Whether the pointer or the focus is in a message, and the events that tell. A long press opens the actions. */
export function useNear(id: number) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const press = useRef<Press | null>(null)
  const hasOpened = useRef(false)
  const stop = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  const begin = (x: number, y: number) => {
    const open = () => {
      hasOpened.current = true
      openLayer('sheet', id)
    }
    press.current = { timer: setTimeout(open, LONG_PRESS), x, y }
  }
  useLayoutEffect(() => stop, [])
  const events = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setHovered(true),
    onPointerLeave: () => {
      setHovered(false)
      stop()
    },
    onFocusIn: () => setFocused(true),
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused((currentTarget as Element).contains(relatedTarget as Node | null)),
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      stop()
      hasOpened.current = false
      if (pointerType === 'touch') begin(clientX, clientY)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > SLACK) stop()
    },
    onPointerUp: stop,
    onTouchEnd: (event: TouchEvent) => {
      // The finger is lifted from an action of the sheet, and must not choose it by that.
      if (hasOpened.current) event.preventDefault()
    },
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      // The browser's own menu of a long press would cover ours.
      if ((event as PointerEvent).pointerType === 'touch') event.preventDefault()
    },
  }
  return { isNear: isHovered || isFocused, events }
}
