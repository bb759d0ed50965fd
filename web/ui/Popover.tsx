import type { Placement } from '@floating-ui/dom'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { keepFocus } from '../kernel/focus.ts'
import { placeBeside } from './place-beside.ts'

interface Props extends Omit<JSX.IntrinsicElements['div'], 'onClose' | 'children'> {
  anchor: Element
  placement?: Placement
  onClose: () => void
  children: ComponentChildren
}

/** A layer beside its anchor. Esc and a press outside close it, and the focus goes back. */
export function Popover({ anchor, placement = 'bottom-end', onClose, children, class: extra = '', ...rest }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const layer = element.current
    if (!layer) return
    layer.showPopover()
    return placeBeside(anchor, layer, placement)
  }, [anchor])
  // At once, and before all others: an Esc right after it has opened is for it, although the focus is elsewhere. Another
  // layer that has the focus, and a dialog above, have their own.
  useLayoutEffect(() => {
    const layer = element.current
    const take = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    const onKeyElsewhere = (event: KeyboardEvent) => {
      const place = event.target instanceof Element ? event.target.closest('dialog[open], [popover]') : null
      if (!place || (place !== layer && place.contains(layer))) take(event)
    }
    layer?.addEventListener('keydown', take)
    document.addEventListener('keydown', onKeyElsewhere, { capture: true })
    return () => document.removeEventListener('keydown', onKeyElsewhere, { capture: true })
  }, [])
  useLayoutEffect(() => {
    const giveBack = keepFocus()
    const layer = element.current
    const focused = layer?.querySelector<HTMLElement>('[data-focus], [role^=menuitem], input, button')
    focused?.focus()
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !layer?.contains(target) && !anchor.contains(target)) close.current()
    }
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      giveBack()
    }
  }, [])
  return (
    <div ref={element} popover="manual" class={`pop layer ${extra}`} {...rest}>
      {children}
    </div>
  )
}
