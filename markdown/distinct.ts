const NONE: readonly never[] = Object.freeze([])

/**
 * Distinct values in order. Created on first use, because most texts have no values of most kinds and even an empty Set
 * has a cost.
 */
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
