import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }

const plain = (width: number, height: number, background = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

/** All formats that the contract accepts and this build can decode. */
export const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
export type Format = (typeof FORMATS)[number]

export const picture = (format: Format = 'png', width = 40, height = 30): Promise<Buffer> =>
  plain(width, height).toFormat(format).toBuffer()

/** Red in the middle, blue at both ends. */
export async function wide(): Promise<Buffer> {
  const middle = await plain(40, 40).png().toBuffer()
  return plain(200, 40, BLUE)
    .composite([{ input: middle, left: 80, top: 0 }])
    .png()
    .toBuffer()
}

/** Upright only if the camera's orientation is applied: red on top, blue below. */
export async function turned(): Promise<Buffer> {
  const left = await plain(20, 40).png().toBuffer()
  return plain(40, 40, BLUE)
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** The first frame is red, the second one is blue. */
export async function animated(): Promise<Buffer> {
  const frames = await Promise.all([RED, BLUE].map((colour) => plain(40, 40, colour).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer()
}

/** Makes that number of frames, no two alike next to each other. */
export async function frames(format: 'gif' | 'webp' | 'tiff', count: number): Promise<Buffer> {
  const both = await Promise.all([RED, BLUE].map((colour) => plain(8, 8, colour).png().toBuffer()))
  const all = Array.from({ length: count }, (_, n) => both[n % 2]!)
  return sharp(all, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A few bytes that claim to be a picture of that size. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(20)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colour at a position, and the metadata of the picture. */
export async function look(bytes: Buffer, x = 0.5, y = 0.5) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const colour = (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
  return { colour, metadata: await sharp(bytes).metadata() }
}
