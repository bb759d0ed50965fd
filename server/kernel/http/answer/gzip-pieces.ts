import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { joinPieces } from './join-pieces.ts'

const compress = promisify(deflateRaw)

/** Each part ends at a whole byte, is not the last one, and does not refer to the parts before it. */
const OPTIONS = { chunkSize: 65_536, finishFlush: constants.Z_SYNC_FLUSH }

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** A last part without content. */
const LAST = Buffer.from([3, 0])

/** Large enough to compress well, and several for the threads to share. */
const BLOCK_BYTES = 524_288

/**
 * All pieces as one gzip stream of parts that were compressed independently. Several streams one after another would be
 * valid too, but browsers read only the first.
 */
export async function gzippedPieces(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const compressed = await Promise.all(partsOf(pieces))
  return [HEAD, ...compressed, LAST, trailerOf(pieces)]
}

/** The pieces of answers so far, and from the second answer on their compressed form. Nobody changes their bytes. */
const known = new WeakMap<Buffer, Promise<Buffer> | null>()

/**
 * Features keep the bytes that many answers contain, so these are compressed once. A piece of only this answer is
 * compressed together with its neighbours.
 */
function partsOf(pieces: readonly Buffer[]): Promise<Buffer>[] {
  const parts: Promise<Buffer>[] = []
  let own: Buffer[] = []
  const addOwn = () => {
    for (const block of joinPieces(own, BLOCK_BYTES)) parts.push(compress(block, OPTIONS))
    own = []
  }
  for (const piece of pieces) {
    if (known.has(piece)) {
      addOwn()
      parts.push(keptPart(piece))
    } else {
      known.set(piece, null)
      own.push(piece)
    }
  }
  addOwn()
  return parts
}

function keptPart(piece: Buffer): Promise<Buffer> {
  const part = known.get(piece) ?? compress(piece, OPTIONS)
  known.set(piece, part)
  return part
}

function trailerOf(pieces: readonly Buffer[]): Buffer {
  let checksum = 0
  let length = 0
  for (const piece of pieces) {
    checksum = crc32(piece, checksum)
    length += piece.length
  }
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(checksum, 0)
  bytes.writeUInt32LE(length % 2 ** 32, 4)
  return bytes
}
