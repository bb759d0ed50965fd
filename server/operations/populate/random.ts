/** A small seeded generator (mulberry32). The same seed makes the same data set on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in 0 … below - 1. */
  below(below: number): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (below) => Math.floor(next() * below) }
}

const KEY_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomKey(random: Random): string {
  let key = ''
  for (let i = 0; i < 32; i += 1) key += KEY_CHARACTERS[random.below(KEY_CHARACTERS.length)]
  return key
}
