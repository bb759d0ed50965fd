import type { ResizeOptions, Sharp, SharpOptions } from 'sharp'
import { ApiError } from '../../api/errors.ts'
import { Turns } from '../turns.ts'
import { isPicture } from './picture-format.ts'

/** A decoded pixel takes four bytes: the worst picture takes 230 MB, for two seconds. */
const MOST_PIXELS = 50_000_000
const MOST_SECONDS = 10
/** Others use the runtime's few threads as well, for files and passwords. */
const AT_ONCE = 1
const MOST_WAITING = 20
const MOST_WAIT = 60_000

/** Every loader of the library that is not for one of our formats stays off, the one for SVG above all. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Only the first frame of an animation is read. */
const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } satisfies SharpOptions

const turns = new Turns<'picture'>({ turns: AT_ONCE, perCaller: AT_ONCE, waiting: MOST_WAITING, wait: MOST_WAIT })

const badImage = (text: string) => new ApiError('BAD_IMAGE', text)

type Open = (bytes: Buffer) => Sharp

let loading: Promise<Open> | undefined

/** The library takes 15 MB and a fifth of a second: it is loaded when the first picture comes. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return (bytes) => sharp(bytes, OPTIONS)
}

/**
 * The middle of a picture as squares, the largest size first, in PNG and without what cameras write beside the pixels.
 * `read` is called when it is this picture's turn, so pictures that wait take no memory.
 */
export function squarePictures(read: () => Promise<Buffer>, sizes: readonly number[]): Promise<Buffer[]> {
  return withPicture(read, async (open, bytes) => {
    const squares: Buffer[] = []
    // The smaller ones are made from the largest: only that has to go through all pixels.
    for (const size of sizes)
      squares.push(await resized(open(squares[0] ?? bytes), { width: size, height: size, fit: 'cover' }))
    return squares
  })
}

/** The whole picture, made smaller until it fits; otherwise the same. */
export function fittedPicture(read: () => Promise<Buffer>, width: number, height: number): Promise<Buffer> {
  return withPicture(read, (open, bytes) =>
    resized(open(bytes), { width, height, fit: 'inside', withoutEnlargement: true }),
  )
}

/** When it is this picture's turn, and if it is one. */
function withPicture<T>(read: () => Promise<Buffer>, work: (open: Open, bytes: Buffer) => Promise<T>): Promise<T> {
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
    return await work(open, bytes)
  })
}

const resized = (picture: Sharp, size: ResizeOptions): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize(size)
    .toColourspace('srgb')
    .png()
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch((error) => {
      throw isTooLarge(error) ? tooLarge() : badImage('Image is corrupted or truncated')
    })

const tooLarge = () => badImage('Image size exceeds limit.')

/** More pixels than allowed, or so many that the time was not enough. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && /exceeds pixel limit|timeout/i.test(error.message)
