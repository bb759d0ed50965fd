import { signal } from '@preact/signals'

/** The dialogs that are open, the topmost last. All that lies outside the topmost one cannot be reached. */
export const openDialogs = signal<readonly string[]>([])

/** A dialog is open until the returned function is called. */
export function addDialog(id: string): () => void {
  openDialogs.value = [...openDialogs.peek(), id]
  return () => {
    openDialogs.value = openDialogs.peek().filter((one) => one !== id)
  }
}
