import { effect } from '@preact/signals'
import { areSingleKeysOn } from '../kernel/keyboard.ts'
import { ownId } from '../people/store.ts'

/** Each account of this browser has its own choice. */
const keyOf = (id: number): string => `parley-single-keys-${id}`

export function setSingleKeys(isOn: boolean): void {
  areSingleKeysOn.value = isOn
  try {
    localStorage.setItem(keyOf(ownId()), isOn ? 'on' : 'off')
  } catch {
    // It holds until the page is closed.
  }
}

export const startSingleKeys = (): void =>
  void effect(() => {
    const id = ownId()
    if (id < 0) return
    try {
      areSingleKeysOn.value = localStorage.getItem(keyOf(id)) !== 'off'
    } catch {
      // All keys work.
    }
  })
