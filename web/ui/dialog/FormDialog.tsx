import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { ActionButton } from '../ActionButton.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

interface Props extends Omit<DialogProps, 'footer' | 'head'> {
  /** What the button says that submits the form. */
  action: ComponentChildren
  /** The form cannot be submitted now. */
  isOff: boolean
  onSubmit: () => void
  /** Stands beside the buttons. */
  hint: ComponentChildren
}

/** A dialog with a form, a button that submits it, and one that does not. */
export function FormDialog({ action, isOff, onSubmit, hint, children, ...dialog }: Props) {
  const form = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <span class="grow hint">{hint}</span>
          <button type="button" class="btn" onClick={dialog.onClose}>
            {t('cancel')}
          </button>
          <ActionButton type="submit" form={form} class="btn primary" isOff={isOff}>
            {action}
          </ActionButton>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
