// The browser's own digest exists only with https.
const FRACTION = 2 ** 32
const primes: number[] = []
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const bitsOf = (root: number): number => ((root % 1) * FRACTION) | 0
const ROUNDS = primes.map((prime) => bitsOf(Math.cbrt(prime)))
const START = primes.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)))

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The text with the end that makes it fill whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const all = new Uint8Array(length)
  all.set(bytes)
  all[bytes.length] = 0x80
  const view = new DataView(all.buffer)
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / FRACTION))
  view.setUint32(length - 4, (bytes.length * 8) >>> 0)
  return view
}

function words(view: DataView, block: number): Int32Array {
  const w = new Int32Array(64)
  for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [w[i - 15]!, w[i - 2]!]
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)
    w[i] = w[i - 16]! + low + w[i - 7]! + high
  }
  return w
}

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text))
  const hash = [...START]
  for (let block = 0; block < view.byteLength; block += 64) {
    const w = words(view, block)
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i]! + word) | 0
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
