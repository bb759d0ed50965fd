import { signal } from '@preact/signals'
import { holdTyped, takeTyped } from '../kernel/keyboard.ts'

/** What the palette begins with. Null while it is closed. */
export const paletteStart = signal<string | null>(null)

/** Opens the palette: for everything, or with `#` for channels, `@` for people, `>` for actions. */
export const openPalette = (start: '' | '#' | '@' | '>' = ''): void => {
  holdTyped()
  paletteStart.value = start
}

export const closePalette = (): void => {
  if (paletteStart.peek() === null) return
  takeTyped()
  paletteStart.value = null
}
