import { signal } from '@preact/signals'

/** The card of a person or a group, beside what was pressed. */
export interface OpenCard {
  readonly kind: 'person' | 'group'
  readonly id: number
  readonly anchor: Element
}

export const card = signal<OpenCard | null>(null)

/** Shows a card in place of the one that is open. */
export function showCard(kind: OpenCard['kind'], id: number, anchor: Element): void {
  card.value = { kind, id, anchor }
}

/** Opens a card. A second press on the same thing closes it. */
export function toggleCard(kind: OpenCard['kind'], id: number, anchor: Element): void {
  card.value = card.peek()?.anchor === anchor ? null : { kind, id, anchor }
}

export const closeCard = (): void => {
  card.value = null
}
