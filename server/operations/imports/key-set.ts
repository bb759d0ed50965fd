import { hash } from 'node:crypto'

const FIRST_SIZE = 2 ** 10
const MAX_FILLED = 0.75

/**
 * A set of texts that keeps 48 bits of each: eight to twenty bytes a text, also for millions of ids. If two different
 * texts meet by chance, which takes many millions, one of them is taken for the other.
 */
export class KeySet {
  /** Zero is a free place. */
  #places = new Float64Array(FIRST_SIZE)
  #count = 0

  has(text: string): boolean {
    return this.#places[this.#placeOf(digestOf(text))] !== 0
  }

  /** False if it was there already. */
  add(text: string): boolean {
    const digest = digestOf(text)
    const place = this.#placeOf(digest)
    if (this.#places[place] !== 0) return false
    this.#places[place] = digest
    this.#count += 1
    if (this.#count > this.#places.length * MAX_FILLED) this.#grow()
    return true
  }

  #placeOf(digest: number): number {
    let place = digest % this.#places.length
    while (this.#places[place] !== 0 && this.#places[place] !== digest) place = (place + 1) % this.#places.length
    return place
  }

  #grow(): void {
    const before = this.#places
    this.#places = new Float64Array(before.length * 2)
    for (const digest of before) if (digest !== 0) this.#places[this.#placeOf(digest)] = digest
  }
}

const digestOf = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, 6) || 1
