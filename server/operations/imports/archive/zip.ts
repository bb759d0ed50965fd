import { crc32 } from 'node:zlib'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import type { Archive } from './archive.ts'
import { checkPath, isClutter } from './entry-path.ts'
import { bomb, damaged, hostileEntry, notThisExport } from './refusals.ts'
import { isZip } from './zip-sign.ts'

/** What is needed to read an entry. A whole one of the library takes ten times as much memory. */
interface Place {
  readonly at: number
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly crc: number
}

const MAX_ZIP_ENTRIES = 4_000_000
/** Texts shrink to a tenth, or to a fiftieth if they repeat themselves. Bombs shrink to a thousandth. */
const MAX_ZIP_RATIO = 100
/** Less than this is no bomb, however well it is packed. */
const HARMLESS = 1024 ** 3

/** Opens a zip file after a look at all its entries: paths, types, sizes, and that none is inside another. */
export async function openZip(path: string, what: string): Promise<Archive> {
  if (!(await isZip(path))) throw notThisExport(path, what, 'it is neither a folder nor a zip file')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch((error) => {
    throw damaged(path, error.message)
  })
  // Errors of a stream reach its reader. An error of the file without a listener would end the process.
  zip.on('error', () => undefined)
  try {
    return new ZipArchive(path, zip, await readDirectory(path, zip))
  } catch (error) {
    zip.close()
    throw error instanceof StartupRefusal ? error : damaged(path, (error as Error).message)
  }
}

async function readDirectory(path: string, zip: ZipFile): Promise<Map<string, Place>> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw bomb(path)
  const places = new Map<string, Place>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    checkPath(path, name)
    checkType(path, name, entry)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Entries that share their bytes are how a small file gets around a limit of the ratio.
    if (packed > zip.fileSize) throw bomb(path)
    if (unpacked > HARMLESS && unpacked > MAX_ZIP_RATIO * zip.fileSize) throw bomb(path)
    if (name.endsWith('/') || isClutter(name)) continue
    if (places.has(name)) throw hostileEntry(path, name, 'is there twice')
    places.set(name, {
      at: entry.relativeOffsetOfLocalHeader,
      packed: entry.compressedSize,
      size: entry.uncompressedSize,
      method: entry.compressionMethod,
      crc: entry.crc32,
    })
  }
  return places
}

/** Bit 11 says that the name is UTF-8. Most programs write UTF-8 without it, and a name in plain ASCII is the same. */
const nameOf = (entry: Entry): string => Buffer.from(entry.fileNameRaw).toString('utf8').replaceAll('\\', '/')

const MADE_BY_UNIX = 3
const TYPE_BITS = 0o170_000
const REGULAR = 0o100_000
const FOLDER = 0o040_000
const STORED = 0
const DEFLATED = 8

function checkType(path: string, name: string, entry: Entry): void {
  if (entry.isEncrypted()) throw hostileEntry(path, name, 'is encrypted')
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw hostileEntry(path, name, 'is packed in an unusual way')
  if (entry.versionMadeBy >> 8 !== MADE_BY_UNIX) return
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  // Zero means that the program did not say.
  if (type === 0 || type === REGULAR || (type === FOLDER && name.endsWith('/'))) return
  throw hostileEntry(path, name, type === FOLDER ? 'is a folder with the name of a file' : 'is a link or a device')
}

class ZipArchive implements Archive {
  readonly path: string
  readonly #zip: ZipFile
  readonly #places: ReadonlyMap<string, Place>

  constructor(path: string, zip: ZipFile, places: ReadonlyMap<string, Place>) {
    this.path = path
    this.#zip = zip
    this.#places = places
  }

  get paths(): Iterable<string> {
    return this.#places.keys()
  }

  sizeOf(path: string): number | undefined {
    return this.#places.get(path)?.size
  }

  async open(path: string): Promise<AsyncIterable<Buffer> | null> {
    const place = this.#places.get(path)
    return place ? this.#read(path, place) : null
  }

  async check(): Promise<void> {
    for (const [path, place] of this.#places) for await (const _ of this.#read(path, place));
  }

  close(): void {
    this.#zip.close()
  }

  /** The library checks the size while it unpacks, and this the checksum. */
  async *#read(path: string, place: Place): AsyncGenerator<Buffer> {
    let crc = 0
    try {
      const stream = await this.#zip.openReadStreamPromise(entryAt(place))
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc)
        yield chunk
      }
    } catch (error) {
      throw damaged(this.path, `${path}: ${(error as Error).message}`)
    }
    if (crc !== place.crc) throw damaged(this.path, `${path}: its checksum differs`)
  }
}

function entryAt(place: Place): Entry {
  const entry = new Entry()
  entry.relativeOffsetOfLocalHeader = place.at
  entry.compressedSize = place.packed
  entry.uncompressedSize = place.size
  entry.compressionMethod = place.method
  entry.generalPurposeBitFlag = 0
  return entry
}
