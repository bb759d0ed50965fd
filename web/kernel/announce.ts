import { type Signal, signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  /** Undoes what the text says. */
  readonly undo?: () => unknown
}

/** Spoken when there is time. */
export const polite = signal('')
/** Spoken at once: something failed. */
export const assertive = signal('')
export const toasts = signal<readonly Toast[]>([])

/** In milliseconds. */
const SILENCE = 100

/** Long enough to read it and to reach the button. */
const SHOWN = 8_000
let lastId = 0

/** The same text again is only spoken if the region was empty in between. */
function speak(region: Signal<string>, text: string): void {
  if (region.peek() !== text) {
    region.value = text
    return
  }
  region.value = ''
  setTimeout(() => {
    if (region.peek() === '') region.value = text
  }, SILENCE)
}

export const announce = (text: string): void => speak(polite, text)
export const alarm = (text: string): void => speak(assertive, text)

export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

/** Shows a short text, with a button that undoes what was done. */
export function showToast(text: string, undo?: () => unknown): void {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-2), { id, text, ...(undo && { undo }) }]
  setTimeout(() => dismissToast(id), SHOWN)
}

/** Undoes the newest action that can be undone. False if there is none. */
export function undoLast(): boolean {
  const last = toasts.value.findLast(({ undo }) => undo)
  if (!last) return false
  dismissToast(last.id)
  last.undo?.()
  return true
}
