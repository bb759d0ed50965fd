import { signal } from '@preact/signals'

export const isSheetOpen = signal(false)

/** Shows the keys that work in this app. */
export const openSheet = (): void => {
  isSheetOpen.value = true
}

export const closeSheet = (): void => {
  isSheetOpen.value = false
}
