/** A seeded random generator. The same seed makes the same numbers on every machine. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  /** True with a probability of one in `inThrows`. */
  once(inThrows: number): boolean {
    return this.below(inThrows) === 0
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** Joins a random number of results of the function, at least one. */
  some(atMost: number, one: () => string, between = ''): string {
    return Array.from({ length: 1 + this.below(atMost) }, one).join(between)
  }
}
