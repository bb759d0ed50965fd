import { loadPart } from '../kernel/load-part.ts'
import { whenIdle } from '../kernel/when-idle.ts'
import { onDemand, onDemandDialog } from '../ui/on-demand.tsx'
import { isSheetOpen } from './keyboard-sheet.ts'
import { paletteStart } from './open-palette.ts'

const loadPalette = () => import('./Palette.tsx')
const Palette = onDemand(loadPalette, 'Palette')
const KeyboardSheet = onDemandDialog(() => import('./KeyboardSheet.tsx'), 'KeyboardSheet')

/** The palette and the sheet of keys, which are loaded when they are first opened. */
export const PaletteLayers = () => (
  <>
    {paletteStart.value !== null && <Palette />}
    {isSheetOpen.value && <KeyboardSheet />}
  </>
)

/** Somebody who presses Ctrl K does not want to wait. */
export const loadPaletteWhenIdle = (): void => whenIdle(() => loadPart(loadPalette).catch(() => undefined))
