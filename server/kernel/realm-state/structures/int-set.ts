const EMPTY = -1

/**
 * A set of non-negative integers in one typed array. There are hundreds of thousands of memberships, and a JavaScript
 * Set takes about five times as much memory.
 */
export class IntSet {
  #slots: Int32Array
  #size = 0
  /** Changes whenever the set changes. */
  version = 0

  constructor(values: Iterable<number> = [], expected = 4) {
    this.#slots = new Int32Array(capacityFor(expected)).fill(EMPTY)
    for (const value of values) this.add(value)
  }

  get size(): number {
    return this.#size
  }

  has(value: number): boolean {
    return this.#slots[this.#find(value)] === value
  }

  add(value: number): boolean {
    const slot = this.#find(value)
    if (this.#slots[slot] === value) return false
    this.#slots[slot] = value
    this.#size += 1
    this.version += 1
    if (this.#size * 4 > this.#slots.length * 3) this.#rebuild(this.#size * 2)
    return true
  }

  delete(value: number): boolean {
    const slots = this.#slots
    const mask = slots.length - 1
    let hole = this.#find(value)
    if (slots[hole] !== value) return false
    this.#size -= 1
    this.version += 1
    // Close the gap: values later in the run that are not at their own slot move up.
    for (let next = (hole + 1) & mask; slots[next] !== EMPTY; next = (next + 1) & mask) {
      const home = hash(slots[next]!) & mask
      if (((next - home) & mask) < ((next - hole) & mask)) continue
      slots[hole] = slots[next]!
      hole = next
    }
    slots[hole] = EMPTY
    return true
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (const value of this.#slots) if (value !== EMPTY) yield value
  }

  toSorted(): number[] {
    return [...this].sort((a, b) => a - b)
  }

  /** Copies the values now, which is cheap, and returns a function that sorts the copy. */
  sortedLater(): () => Int32Array {
    const [slots, empty] = [this.#slots.slice(), this.#slots.length - this.#size]
    return () => slots.sort().subarray(empty)
  }

  #find(value: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hash(value) & mask
    while (slots[slot] !== EMPTY && slots[slot] !== value) slot = (slot + 1) & mask
    return slot
  }

  #rebuild(expected: number): void {
    const old = this.#slots
    this.#slots = new Int32Array(capacityFor(expected)).fill(EMPTY)
    for (const value of old) if (value !== EMPTY) this.#slots[this.#find(value)] = value
  }
}

const hash = (value: number): number => Math.imul(value, 0x9e3779b1) >>> 7

/** The smallest power of two that is at most three quarters full. */
const capacityFor = (expected: number): number => 2 ** Math.max(2, Math.ceil(Math.log2((expected * 4) / 3 + 1)))
