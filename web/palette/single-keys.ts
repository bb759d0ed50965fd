import { effect } from '@preact/signals'
import { areSingleKeysOn } from '../kernel/keyboard.ts'
import { ownId } from '../people/store.ts'

/** Each account of this browser has its own choice. Until register has said who reads, that of the last one holds. */
const keyOf = (id: number): string => (id < 0 ? 'parley-single-keys' : `parley-single-keys-${id}`)

export function setSingleKeys(isOn: boolean): void {
  areSingleKeysOn.value = isOn
  try {
    for (const id of [ownId(), -1]) localStorage.setItem(keyOf(id), isOn ? 'on' : 'off')
  } catch {
    // It holds until the page is closed.
  }
}

export const startSingleKeys = (): void =>
  void effect(() => {
    try {
      areSingleKeysOn.value = localStorage.getItem(keyOf(ownId())) !== 'off'
    } catch {
      // All keys work.
    }
  })
