import { takeTyped } from '../kernel/keyboard.ts'
import { insertText } from './format-text.ts'

/** The text field of the composer that is shown. */
export const textField: { current: HTMLTextAreaElement | null } = { current: null }

/** The target whose composer takes the focus when it is shown. */
let wanted: string | null = null

/** The field takes the focus, and then what was typed while it was on its way. */
function enter(): void {
  textField.current?.focus()
  // The text that it begins with is drawn first.
  setTimeout(() => {
    const typed = takeTyped()
    if (typed !== '' && textField.current) insertText(textField.current, typed)
  })
}

/** Moves the focus to the composer that is shown. Returns false if none is. */
export function focusComposer(): boolean {
  wanted = null
  enter()
  return textField.current !== null
}

/** Moves the focus to the composer of a target: now, or as soon as it is shown. */
export function focusComposerOf(key: string): void {
  if (textField.current?.dataset['target'] === key) enter()
  else wanted = key
}

/** Moves the focus to the next composer of a target: the one that is shown now goes away. */
export const focusNextComposerOf = (key: string): void => {
  wanted = key
}

/** Called when the composer of a target is shown. */
export function takeFocus(key: string): void {
  if (wanted === null) return
  if (wanted === key) enter()
  wanted = null
}

/** Leaves the composer for the list of messages. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>('main [role=feed]')
  const message =
    list?.querySelector<HTMLElement>('[data-region-start]') ?? list?.querySelector<HTMLElement>('article:last-of-type')
  if (message) message.focus({ preventScroll: true })
  else textField.current?.blur()
}
