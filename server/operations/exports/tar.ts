/** A tar archive consists of blocks of this size. */
const BLOCK = 512
/** The size of a file is written with this many octal digits, if it fits. */
const SIZE_DIGITS = 11

/** The two empty blocks at the end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * The header of a file in the ustar format. The name must be short plain text, so that every program can read it and none
 * can take it for a path outside of the archive.
 */
export function tarHeader(name: string, size: number, time: number): Buffer {
  if (!/^(?!\/)(?!.*\.\.)[\w./-]{1,99}$/.test(name)) throw new Error(`"${name}" cannot be the name of a file`)
  const header = Buffer.alloc(BLOCK)
  const put = (text: string, at: number) => header.write(text, at, 'latin1')
  put(name, 0)
  put('0000644\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  putSize(header, size)
  put(`${octal(time)}\0`, 136)
  // While the checksum is computed, its own field counts as blanks.
  put('        ', 148)
  put('0', 156)
  put('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const octal = (value: number): string => value.toString(8).padStart(SIZE_DIGITS, '0')

/** Sizes from 8 GiB do not fit into octal digits and are written as bytes, marked by the first bit. */
function putSize(header: Buffer, size: number): void {
  if (size < 8 ** SIZE_DIGITS) {
    header.write(`${octal(size)}\0`, 124, 'latin1')
    return
  }
  header.writeUInt8(0x80, 124)
  header.writeBigUInt64BE(BigInt(size), 128)
}

/** Fills the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Reads what `tarHeader` writes. Throws for anything else. */
export function parseTarHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('latin1', 0, header.indexOf(0))
  const isBinary = header.readUInt8(124) === 0x80
  const size = isBinary ? Number(header.readBigUInt64BE(128)) : Number.parseInt(header.toString('latin1', 124, 135), 8)
  const time = Number.parseInt(header.toString('latin1', 136, 147), 8)
  if (!tarHeader(name, size, time).equals(header)) throw new Error('this is not the header of a file')
  return { name, size }
}
