import sharp from 'sharp'

/** The sizes of phones and desktops, and of home screens on iOS. */
const SIZES = [180, 192, 512]
const FAVICON = 32

/** The icon as pictures, for whatever does not show SVG. */
export async function drawIcons(svg: Buffer): Promise<readonly (readonly [string, Buffer])[]> {
  const draw = (size: number) =>
    sharp(svg, { density: (72 * size) / 64 })
      .resize(size, size)
      .png()
      .toBuffer()
  const pictures = SIZES.map(async (size) => [`icon-${size}.png`, await draw(size)] as const)
  return [...(await Promise.all(pictures)), ['favicon.ico', asIco(await draw(FAVICON), FAVICON)]]
}

/** An ICO file with one picture: a header of 6 bytes, an entry of 16, and the PNG. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
