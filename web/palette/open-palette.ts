import { signal } from '@preact/signals'

/** What the palette begins with. Null while it is closed. */
export const paletteStart = signal<string | null>(null)

/** Opens the palette: for everything, or with `#` for channels, `@` for people, `>` for actions. */
export const openPalette = (start: '' | '#' | '@' | '>' = ''): void => {
  paletteStart.value = start
}

export const closePalette = (): void => {
  paletteStart.value = null
}
