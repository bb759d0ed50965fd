import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const CELLS = 5
const HALF = Math.ceil(CELLS / 2)
const BACKGROUND = [0xf2, 0xf0, 0xeb]

/**
 * Generates a picture that is always the same for the same seed: five by five squares in one colour, the left half
 * mirrored on the right. PNG, because not every client shows SVG. `size` is a multiple of 50.
 */
export function identicon(seed: string, size: number): Buffer {
  const digest = createHash('sha256').update(seed).digest()
  const margin = size / 10
  const cell = (size - 2 * margin) / CELLS
  const isFilled = (column: number, row: number): boolean =>
    (digest[2 + row * HALF + Math.min(column, CELLS - 1 - column)]! & 1) === 1

  /** One line of pixels through a row of squares: a filter byte, then one bit per pixel. */
  const line = (row: number): Buffer => {
    const bits = Buffer.alloc(1 + Math.ceil(size / 8))
    for (let x = margin; x < size - margin; x += 1)
      if (isFilled(Math.floor((x - margin) / cell), row)) bits[1 + (x >> 3)]! |= 0x80 >> (x & 7)
    return bits
  }
  const blank = Array<Buffer>(margin).fill(Buffer.alloc(1 + Math.ceil(size / 8)))
  const rows = Array.from({ length: CELLS }, (_, row) => Array<Buffer>(cell).fill(line(row)))
  const lines = Buffer.concat([...blank, ...rows.flat(), ...blank])
  return png(size, [...BACKGROUND, ...colourOf(digest.readUInt16BE(0))], lines)
}

/** A hue with fixed saturation and lightness, so that all colours are visible on light and dark pages. */
function colourOf(number: number): number[] {
  const hue = (number % 360) / 30
  const [saturation, lightness] = [0.5, 0.48]
  const strength = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue) % 12
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  })
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A picture with two colours. */
function png(size: number, palette: readonly number[], lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit per pixel, an index into the palette.
  header.set([1, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
