import { type ReadonlySignal, signal } from '@preact/signals'

export interface StoredValue<T> {
  readonly value: ReadonlySignal<T>
  set(next: T): void
}

/** A small choice of the person that this browser remembers until they sign out. */
export function remembered<T>(name: string, initial: T): StoredValue<T> {
  const key = `parley-${name}`
  const value = signal(initial)
  try {
    const stored = localStorage.getItem(key)
    if (stored !== null) value.value = JSON.parse(stored) as T
  } catch {
    // It cannot be read: the choice is the usual one.
  }
  return {
    value,
    set(next) {
      value.value = next
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // It holds until the page is closed.
      }
    },
  }
}
