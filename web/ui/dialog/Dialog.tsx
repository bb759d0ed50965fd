import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../IconButton.tsx'
import { DialogToasts } from '../Toasts.tsx'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  /** The heading, which names the dialog. */
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Stands beside the heading. */
  beside?: ComponentChildren
  /** Stays in view above the scrolling part. */
  head?: ComponentChildren
  footer?: ComponentChildren
  size?: 'narrow' | 'wide' | 'xwide'
  /** As high as the screen allows: only its middle scrolls. */
  isTall?: boolean
  /** Without it, the dialog cannot be closed: something has to be done first. */
  isFixed?: boolean
}

/** A modal dialog. It takes the focus and returns it. */
export function Dialog({
  title,
  onClose,
  children,
  beside,
  head,
  footer,
  size,
  isTall = false,
  isFixed = false,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useModal(element, heading)
  return (
    <dialog
      ref={element}
      class={`dlg ${size ?? ''} ${isTall ? 'tall' : ''}`}
      aria-modal="true"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (!isFixed) onClose()
      }}
      onClick={(event) => event.target === element.current && !isFixed && onClose()}
    >
      <div class="dlg-in">
        <header class="dlg-h">
          <h2 id={heading}>{title}</h2>
          {beside}
          {!isFixed && <IconButton icon="x" label={t('close')} onClick={onClose} />}
        </header>
        {head && <div class="dlg-head">{head}</div>}
        <div class="dlg-b">{children}</div>
        {footer && <footer class="dlg-f">{footer}</footer>}
      </div>
      <DialogToasts dialog={heading} />
    </dialog>
  )
}
