import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { identicon } from '../../kernel/files/identicon.ts'

const CELLS = 5

/** The filled squares and their colour. */
async function squares(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    return data.subarray(at, at + 3).toString('hex')
  }
  const background = pixel(0, 0)
  const middle = (place: number) => Math.floor(info.width * (0.1 + (0.8 * (place + 0.5)) / CELLS))
  const grid = Array.from({ length: CELLS }, (_, row) =>
    Array.from({ length: CELLS }, (_, column) => pixel(middle(column), middle(row))),
  )
  return {
    size: [info.width, info.height],
    isFilled: grid.map((row) => row.map((colour) => colour !== background)),
    colours: new Set(grid.flat().filter((colour) => colour !== background)),
  }
}

describe('a generated picture', () => {
  test('is the same for the same seed, in every size', async () => {
    expect(identicon('1/7', 100).equals(identicon('1/7', 100))).toBe(true)
    const [small, medium] = [await squares(identicon('1/7', 100)), await squares(identicon('1/7', 500))]
    expect([small.size, medium.size]).toEqual([
      [100, 100],
      [500, 500],
    ])
    expect(small.isFilled).toEqual(medium.isFilled)
    expect(small.colours).toEqual(medium.colours)
  })

  test('has one colour, and its right half mirrors the left', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { isFilled, colours } = await squares(identicon(`${seed}`, 100))
      expect(colours.size).toBe(1)
      for (const row of isFilled) expect(row).toEqual(row.toReversed())
    }
  })

  test('rarely looks like another', () => {
    const pictures = Array.from({ length: 500 }, (_, seed) => identicon(`${seed}`, 100).toString('base64'))
    expect(new Set(pictures).size).toBeGreaterThan(490)
  })
})
