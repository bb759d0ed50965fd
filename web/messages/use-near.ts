import { useEffect, useRef, useState } from 'preact/hooks'
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
  const stop = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => stop, [])
  const events = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setHovered(true),
    onPointerLeave: () => {
      setHovered(false)
      stop()
    },
    onFocusIn: () => setFocused(true),
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused((currentTarget as Element).contains(relatedTarget as Node | null)),
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      stop()
      if (pointerType === 'touch') press.current = { timer: setTimeout(openLayer, LONG_PRESS, 'sheet', id), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > SLACK) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      // The browser's own menu of a long press would cover ours.
      if ((event as PointerEvent).pointerType === 'touch') event.preventDefault()
    },
  }
  return { isNear: isHovered || isFocused, events }
}
