import { signal } from '@preact/signals'

/** What is open beside a message: all actions, the emoji, the actions on a phone, or the question before a deletion. */
export type LayerKind = 'menu' | 'picker' | 'sheet' | 'delete'

export interface Layer {
  readonly kind: LayerKind
  readonly id: number
}

export const layer = signal<Layer | null>(null)

export const openLayer = (kind: LayerKind, id: number): void => {
  layer.value = { kind, id }
}

export const closeLayer = (): void => {
  layer.value = null
}
