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
  // At once: a key that is pressed right after it has opened is for it.
  useLayoutEffect(() => {
    const giveBack = keepFocus()
    const layer = element.current
    const focused = layer?.querySelector<HTMLElement>('[data-focus], [role^=menuitem], input, button')
    focused?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    /** The focus may be elsewhere by now. A dialog above has its own Esc. */
    const onKeyOutside = (event: KeyboardEvent) => {
      const dialog = event.target instanceof Element && event.target.closest('dialog[open]')
      if (event.defaultPrevented || (dialog && layer && !dialog.contains(layer))) return
      onKey(event)
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !layer?.contains(target) && !anchor.contains(target)) close.current()
    }
    layer?.addEventListener('keydown', onKey)
    document.addEventListener('keydown', onKeyOutside)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKeyOutside)
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
