import { effect } from '@preact/signals'
import { state } from '../kernel/state.ts'

/** Before register has answered, what held at the last visit holds. */
const KEPT = 'parley-enter-sends'

export const enterSends = (): boolean =>
  state.value?.user_settings?.enter_sends ?? localStorage.getItem(KEPT) !== 'false'

export const rememberEnter = (): void =>
  void effect(() => {
    const setting = state.value?.user_settings?.enter_sends
    if (setting !== undefined) localStorage.setItem(KEPT, String(setting))
  })

/** Does this key send? Never while an input method composes text: its Enter takes a suggestion. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return false
  if (event.shiftKey || event.altKey) return false
  return event.ctrlKey || event.metaKey || enterSends()
}
