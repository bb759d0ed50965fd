import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { animated, bomb, FORMATS, frames, look, picture, turned, wide } from '../../../test/pictures.ts'
import { iconPicture, MAX_FRAMES, squarePictures } from './pictures.ts'

const squares = (bytes: Buffer) => squarePictures(async () => bytes, [500, 100])
const refusal = (bytes: Buffer) =>
  squares(bytes).then(
    () => 'accepted',
    (error) => `${error.code}: ${error.message}`,
  )

describe('squares', () => {
  test.each(FORMATS)('of %s are PNG in the requested sizes', async (format) => {
    const made = await squares(await picture(format))
    const shapes = await Promise.all(made.map(async (one) => (await look(one)).metadata))
    expect(shapes.map(({ format: as, width, height }) => [as, width, height])).toEqual([
      ['png', 500, 500],
      ['png', 100, 100],
    ])
  })

  test('show the middle', async () => {
    const [large] = await squares(await wide())
    expect([(await look(large!, 0.02)).colour, (await look(large!, 0.98)).colour]).toEqual(['red', 'red'])
  })

  test('are upright and have no camera metadata', async () => {
    const original = await turned()
    expect((await look(original)).metadata.exif).toBeDefined()
    const [large] = await squares(original)
    expect([(await look(large!, 0.5, 0.1)).colour, (await look(large!, 0.5, 0.9)).colour]).toEqual(['red', 'blue'])
    const { metadata } = await look(large!)
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])
  })

  test('of an animation show its first frame only', async () => {
    const original = await animated()
    expect((await look(original)).metadata.pages).toBe(2)
    const [large] = await squares(original)
    const { colour, metadata } = await look(large!)
    expect([colour, metadata.pages, metadata.height]).toEqual(['red', undefined, 500])
  })
})

describe('invalid pictures are refused', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', SVG],
    ['SVG behind a declaration', `<?xml version="1.0"?>${SVG}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a script', 'alert(1)'],
    ['PDF', '%PDF-1.7\n1 0 obj'],
    ['BMP', 'BM\0\0\0\0\0\0\0\0'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0'],
    ['a container of something else', 'RIFF\0\0\0\0WAVEfmt '],
    ['text', 'hello'],
    ['nothing', ''],
  ])('%s', async (_, text) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toBe('BAD_IMAGE: Invalid image format')
  })

  test.each([
    ['PNG', '\x89PNG\r\n\x1a\n'],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['GIF', 'GIF89a'],
    ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
    ['TIFF', 'II*\0'],
    ['a photo of a telephone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ])('a file with only the signature of %s', async (_, beginning) => {
    const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.from('<script>alert(1)</script>')])
    expect(await refusal(bytes)).toBe('BAD_IMAGE: Could not decode image; did you upload an image file?')
  })

  test.each(['jpeg', 'png'] as const)('half a %s', async (format) => {
    const bytes = await picture(format, 800, 600)
    expect(await refusal(bytes.subarray(0, bytes.length / 2))).toBe('BAD_IMAGE: Image is corrupted or truncated')
  })

  test.each([
    [60_000, 60_000],
    [7_100, 7_100],
    [1, 50_000_001],
  ])('a few bytes that claim %i × %i pixels', async (width, height) => {
    expect(await refusal(bomb(width, height))).toBe('BAD_IMAGE: Image size exceeds limit.')
  })

  test('a GIF that claims more than it contains', async () => {
    const header = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const frame = Buffer.from(',\0\0\0\0\xff\xff\xff\xff\0\x02\x02L\x01\0;', 'latin1')
    expect(await refusal(Buffer.concat([header, frame]))).toBe('BAD_IMAGE: Image size exceeds limit.')
  })
})

describe('icons', () => {
  const icon = async (bytes: Buffer) => iconPicture(async () => bytes, 64)

  test('of pictures with several pages that are no animation stand still', async () => {
    const { format, still } = await icon(await frames('tiff', 2))
    expect([format, still]).toEqual(['png', null])
  })

  test.each(['gif', 'webp'] as const)('of an animated %s keep all frames, up to a limit', async (format) => {
    const made = await icon(await frames(format, MAX_FRAMES))
    const { metadata } = await look(made.picture)
    expect([made.format, metadata.format, metadata.pages, metadata.width]).toEqual([format, format, MAX_FRAMES, 64])
    await expect(icon(await frames(format, MAX_FRAMES + 1))).rejects.toMatchObject({
      code: 'BAD_IMAGE',
      message: 'Image size exceeds limit.',
    })
  })

  test('hold nothing that was hidden behind the frames', async () => {
    const script = '<script>alert(document.domain)</script>'
    const { picture: made, still } = await icon(Buffer.concat([await animated(), Buffer.from(script)]))
    expect([made.includes('script'), still!.includes('script')]).toEqual([false, false])
  })
})

test('what is hidden behind a picture does not come out again', async () => {
  const script = '<script>alert(document.domain)</script>'
  for (const format of FORMATS) {
    const made = await squares(Buffer.concat([await picture(format), Buffer.from(script)]))
    for (const one of made) expect(one.includes('script')).toBe(false)
  }
})

test('a picture is read only when it is its turn', async () => {
  let held = 0
  let most = 0
  const bytes = await picture()
  const one = () =>
    squarePictures(async () => {
      // The previous turn has ended, and its promise is about to resolve.
      await setImmediate()
      held += 1
      most = Math.max(most, held)
      return bytes
    }, [100]).finally(() => {
      held -= 1
    })
  await Promise.all(Array.from({ length: 5 }, one))
  expect(most).toBe(1)
})

test('the library is not loaded before the first picture', async () => {
  const script = `
    const isLoaded = () => process.report.getReport().sharedObjects.some((name) => name.includes('vips'))
    await import('./server/app.ts')
    const before = isLoaded()
    const { squarePictures } = await import('./server/kernel/files/pictures.ts')
    await squarePictures(async () => Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), [50])
    console.log(JSON.stringify([before, isLoaded()]))`
  const run = promisify(execFile)
  const cwd = join(import.meta.dirname, '..', '..', '..')
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd })
  expect(JSON.parse(stdout)).toEqual([false, true])
})
