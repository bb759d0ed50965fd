type Signature = (bytes: Buffer) => boolean

const at =
  (position: number, ...texts: readonly string[]): Signature =>
  (bytes) =>
    texts.some((text) => bytes.subarray(position, position + text.length).equals(Buffer.from(text, 'latin1')))

const HEIF_BRANDS = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** The formats that the contract accepts as pictures, by their first bytes. */
const SIGNATURES: readonly Signature[] = [
  at(0, '\xff\xd8\xff'),
  at(0, '\x89PNG\r\n\x1a\n'),
  at(0, 'GIF87a', 'GIF89a'),
  (bytes) => at(0, 'RIFF')(bytes) && at(8, 'WEBP')(bytes),
  at(0, 'II*\0', 'MM\0*'),
  (bytes) => at(4, 'ftyp')(bytes) && at(8, ...HEIF_BRANDS)(bytes),
]

/** Enough bytes for every signature. */
export const SIGNATURE_BYTES = 32

/** Checks only the bytes, because the client's name and type prove nothing. */
export const isPicture = (bytes: Buffer): boolean => SIGNATURES.some((signature) => signature(bytes))
