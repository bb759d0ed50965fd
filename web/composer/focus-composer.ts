/** The text field of the composer that is shown. */
export const textField: { current: HTMLTextAreaElement | null } = { current: null }

/** The target whose composer takes the focus when it is shown. */
let wanted: string | null = null

/** Gives the composer that is shown the focus. False if none is. */
export function focusComposer(): boolean {
  wanted = null
  textField.current?.focus()
  return textField.current !== null
}

/** Gives the composer of a target the focus: now, or as soon as it is shown. */
export function focusComposerOf(key: string): void {
  if (textField.current?.dataset['target'] === key) textField.current.focus()
  else wanted = key
}

/** Gives the focus to the next composer of a target: the one that is shown now goes away. */
export const focusNextComposerOf = (key: string): void => {
  wanted = key
}

/** Called when the composer of a target is shown. */
export function takeFocus(key: string): void {
  if (wanted === null) return
  if (wanted === key) textField.current?.focus()
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
