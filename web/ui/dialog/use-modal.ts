import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { keepFocus } from '../../kernel/focus.ts'
import { isTextField, takeTyped } from '../../kernel/keyboard.ts'
import { addDialog } from './open-dialogs.ts'

/**
 * Opens a modal dialog, gives it the focus and what was typed before it came, and gives the focus back at the end. All at
 * once: a key that is pressed when the dialog is seen, or has gone, must not act on what lies beside it.
 */
export function useModal(element: RefObject<HTMLDialogElement | null>, id: string): void {
  useLayoutEffect(() => {
    const giveBack = keepFocus()
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus()
    const typed = takeTyped()
    if (typed !== '' && isTextField(document.activeElement)) document.execCommand('insertText', false, typed)
    const remove = addDialog(id)
    return () => {
      remove()
      // Nothing outside of an open dialog can take the focus.
      dialog?.close()
      giveBack()
    }
  }, [])
}
