const NONE: readonly never[] = Object.freeze([])

/** Values, each once, in order. Most texts have none of most kinds, and even an empty Set costs something. */
export class Distinct<T> {
  #values: Set<T> | undefined

  add(value: T): void {
    this.#values ??= new Set()
    this.#values.add(value)
  }

  get size(): number {
    return this.#values?.size ?? 0
  }

  list(): readonly T[] {
    return this.#values === undefined ? NONE : [...this.#values]
  }
}
