import type { Sharp, SharpOptions } from 'sharp'
import { ApiError } from '../../api/errors.ts'
import { Turns } from '../base/turns.ts'
import { isPicture } from './picture-format.ts'

/** A decoded pixel takes four bytes. The largest picture takes 230 MB for two seconds. */
const MOST_PIXELS = 50_000_000
const MOST_SECONDS = 10
/** One at a time, because files and passwords use the runtime's few threads too. */
const AT_ONCE = 1
const MOST_WAITING = 20
const MOST_WAIT = 60_000

/** All other loaders of the library stay blocked, most importantly the one for SVG. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Only the first frame of an animation is read. */
const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } satisfies SharpOptions

const turns = new Turns<'picture'>({ turns: AT_ONCE, perCaller: AT_ONCE, waiting: MOST_WAITING, wait: MOST_WAIT })

const badImage = (text: string) => new ApiError('BAD_IMAGE', text)

type Open = (bytes: Buffer) => Sharp

let loading: Promise<Open> | undefined

/** The library takes 15 MB and a fifth of a second, so it is loaded with the first picture. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return (bytes) => sharp(bytes, OPTIONS)
}

/**
 * Crops the middle of a picture to squares, the largest size first, in PNG and without camera metadata. `read` is
 * called when it is this picture's turn, so waiting pictures take no memory.
 */
export function squarePictures(read: () => Promise<Buffer>, sizes: readonly number[]): Promise<Buffer[]> {
  return turns.take('picture', async () => {
    const bytes = await read()
    if (!isPicture(bytes)) throw badImage('Invalid image format')
    loading ??= load()
    const open = await loading
    await open(bytes)
      .metadata()
      .catch((error) => {
        throw isTooLarge(error) ? tooLarge() : badImage('Could not decode image; did you upload an image file?')
      })
    const squares: Buffer[] = []
    // The smaller ones are made from the largest, so the full picture is processed only once.
    for (const size of sizes) squares.push(await square(open(squares[0] ?? bytes), size))
    return squares
  })
}

const square = (picture: Sharp, size: number): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize(size, size, { fit: 'cover' })
    .toColourspace('srgb')
    .png()
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch((error) => {
      throw isTooLarge(error) ? tooLarge() : badImage('Image is corrupted or truncated')
    })

const tooLarge = () => badImage('Image size exceeds limit.')

/** True if the picture has more pixels than allowed, or so many that it timed out. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && /exceeds pixel limit|timeout/i.test(error.message)
