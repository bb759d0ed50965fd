import { hash } from 'node:crypto'

const BITS = 2 ** 26
const HASHES = 4

/**
 * Tells which keys were perhaps seen before, and never misses one that was. Its memory does not grow: after a million
 * keys, one of thousands is named by mistake.
 */
export class SeenFilter {
  readonly #bits = new Uint8Array(BITS / 8)

  add(key: string): boolean {
    const digest = hash('sha256', key, 'buffer')
    let isSeen = true
    for (let index = 0; index < HASHES; index += 1) {
      const bit = digest.readUInt32LE(index * 4) % BITS
      const [place, mask] = [bit >> 3, 1 << (bit & 7)]
      isSeen &&= (this.#bits[place]! & mask) !== 0
      this.#bits[place]! |= mask
    }
    return isSeen
  }
}
