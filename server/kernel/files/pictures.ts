import type { Metadata, ResizeOptions, Sharp, SharpOptions } from 'sharp'
import { ApiError } from '../../../api/errors.ts'
import { Turns } from '../base/turns.ts'
import { isPicture } from './picture-format.ts'

/** A decoded pixel takes four bytes. The largest picture takes 230 MB for two seconds. */
const MAX_PIXELS = 50_000_000
const MAX_DECODE_SECONDS = 10
/** One at a time, because files and passwords use the runtime's few threads too. */
const AT_ONCE = 1
const MAX_WAITING_PICTURES = 20
const MAX_WAIT_MILLISECONDS = 60_000

/** All other loaders of the library stay blocked, most importantly the one for SVG. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`)

/** The pixels of all frames that are read count together. */
const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error' } satisfies SharpOptions

const turns = new Turns<'picture'>({
  turns: AT_ONCE,
  perCaller: AT_ONCE,
  waiting: MAX_WAITING_PICTURES,
  wait: MAX_WAIT_MILLISECONDS,
})

const badImage = (text: string) => new ApiError('BAD_IMAGE', text)

/** Only the first frame of an animation is read, unless all are asked for. */
type OpenPicture = (bytes: Buffer, frames?: 'first' | 'all') => Sharp

let loading: Promise<OpenPicture> | undefined

/** The library takes 15 MB and a fifth of a second, so it is loaded with the first picture. */
async function load(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return (bytes, frames = 'first') => sharp(bytes, { ...OPTIONS, pages: frames === 'first' ? 1 : -1 })
}

/**
 * Crops the middle of a picture to squares, the largest size first, in PNG and without camera metadata. `read` is
 * called when it is this picture's turn, so waiting pictures take no memory.
 */
export function squarePictures(read: () => Promise<Buffer>, sizes: readonly number[]): Promise<Buffer[]> {
  return inTurn(read, async (bytes, open) => {
    const squares: Buffer[] = []
    // The smaller ones are made from the largest: only that has to go through all pixels.
    for (const size of sizes)
      squares.push(await resized(open(squares[0] ?? bytes), { width: size, height: size, fit: 'cover' }))
    return squares
  })
}

/** The whole picture as PNG, made smaller until it fits. */
export function fittedPicture(read: () => Promise<Buffer>, width: number, height: number): Promise<Buffer> {
  return inTurn(read, (bytes, open) => resized(open(bytes), { width, height, fit: 'inside', withoutEnlargement: true }))
}

/** A small picture that shows all of the original, with transparent edges where that is not square. */
export interface Icon {
  readonly format: 'png' | 'gif' | 'webp'
  readonly picture: Buffer
  /** The first frame of an animation, as PNG. */
  readonly still: Buffer | null
}

/** More frames than any emoji needs; each of them is stored. */
export const MAX_FRAMES = 500

/** An animated GIF or WebP stays animated; everything else becomes PNG. */
export function iconPicture(read: () => Promise<Buffer>, size: number): Promise<Icon> {
  return inTurn(read, async (bytes, open, { format, pages = 1 }) => {
    const isAnimated = pages > 1 && (format === 'gif' || format === 'webp')
    const still = await finish(fitted(open(bytes), size).png())
    if (!isAnimated) return { format: 'png', picture: still, still: null }
    if (pages > MAX_FRAMES) throw tooLarge()
    const picture = await finish(fitted(open(bytes, 'all'), size)[format]())
    return { format, picture, still }
  })
}

/** A picture small enough to be shown beside many others, in WebP. */
export interface Thumbnail {
  readonly format: string
  /** The size of the original, as it is shown. */
  readonly width: number
  readonly height: number
  readonly still: Buffer
  /** Null if nothing moves. */
  readonly animated: Buffer | null
  /** The picture in the larger box. Null if there is none for its format. */
  readonly whole: Buffer | null
}

interface Box {
  readonly width: number
  readonly height: number
}

/** A picture that fits into a box; a smaller one keeps its size. `larger` is a second box for some formats. */
export function thumbnailPicture(
  read: () => Promise<Buffer>,
  small: Box,
  larger: (format: string) => Box | null = () => null,
): Promise<Thumbnail> {
  return inTurn(read, async (bytes, open, metadata) => {
    const { format, pages = 1, autoOrient } = metadata
    const within = (picture: Sharp, box = small) =>
      finish(
        picture
          .autoOrient()
          .resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .webp(),
      )
    const still = await within(open(bytes))
    const isAnimated = pages > 1 && pages <= MAX_FRAMES && (format === 'gif' || format === 'webp')
    // Too many pixels in all frames together: the picture stands still.
    const animated = isAnimated ? await within(open(bytes, 'all')).catch(() => null) : null
    const box = larger(format)
    const whole = box && (await within(open(bytes), box))
    return { format, width: autoOrient.width, height: autoOrient.height, still, animated, whole }
  })
}

type Work<T> = (bytes: Buffer, open: OpenPicture, metadata: Metadata) => Promise<T>

/** Checks that it is a picture before its pixels are decoded. */
function inTurn<T>(read: () => Promise<Buffer>, work: Work<T>): Promise<T> {
  return turns.take('picture', async () => {
    const bytes = await read()
    if (!isPicture(bytes)) throw badImage('Invalid image format')
    loading ??= load()
    const open = await loading
    const metadata = await open(bytes)
      .metadata()
      .catch((error) => {
        throw isTooLarge(error) ? tooLarge() : badImage('Could not decode image; did you upload an image file?')
      })
    return work(bytes, open, metadata)
  })
}

const resized = (picture: Sharp, size: ResizeOptions): Promise<Buffer> =>
  finish(picture.autoOrient().resize(size).toColourspace('srgb').png())

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

const fitted = (picture: Sharp, size: number): Sharp =>
  picture.autoOrient().resize(size, size, { fit: 'contain', background: TRANSPARENT }).toColourspace('srgb')

const finish = (picture: Sharp): Promise<Buffer> =>
  picture
    .timeout({ seconds: MAX_DECODE_SECONDS })
    .toBuffer()
    .catch((error) => {
      throw isTooLarge(error) ? tooLarge() : badImage('Image is corrupted or truncated')
    })

const tooLarge = () => badImage('Image size exceeds limit.')

/** True if the picture has more pixels than allowed, or if it timed out. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && /exceeds pixel limit|timeout/i.test(error.message)
