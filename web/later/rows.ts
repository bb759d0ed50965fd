import { signal } from '@preact/signals'

/** The row that the keys begin with, and the only tab stop. */
export const current = signal<string | null>(null)

/** Presses a button of a row that is named by its `data-key-action`. */
export const press =
  (action: string) =>
  (_: string, { target }: KeyboardEvent): boolean => {
    const box = target instanceof Element ? target.closest('[data-row-box]') : null
    const button = box?.querySelector<HTMLElement>(`[data-key-action="${action}"]`)
    button?.click()
    return button !== null && button !== undefined
  }
