/** Where things are until the database of the browser has them, which answers late while the machine is busy. */
export interface Held<T> {
  /** Written before this returns, unless the browser refuses: a page that is closed at once loses nothing. */
  hold(key: string, value: T): void
  letGo(key: string): void
  all(): T[]
}

export const held = <T>(kind: string): Held<T> => {
  const prefix = `parley-${kind}-`
  return {
    hold(key, value) {
      try {
        localStorage.setItem(prefix + key, JSON.stringify(value))
      } catch {
        // Full, or not allowed. The database may still have room.
      }
    },
    letGo: (key) => localStorage.removeItem(prefix + key),
    all: () =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .map((name) => JSON.parse(localStorage.getItem(name)!) as T),
  }
}
