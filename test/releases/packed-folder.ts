import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { databaseUser } from '../../server/kernel/db/embedded/database-user.ts'

/** A file, or a folder if it has no size. Paths are relative. Folders come before their contents. */
interface Entry {
  readonly path: string
  readonly mode: number
  readonly size?: number
}

const INDEX_LENGTH = 4
/** The databases of a cluster are nearly identical, so a large window saves most of the size. */
const WINDOW = 26

/** Packs a data folder into one compressed buffer: a JSON index, then the file contents. */
export function packFolder(folder: string, isKept: (path: string) => boolean): Buffer {
  const entries = [...entriesOf(folder, '')].filter(({ path }) => isKept(path))
  // Files of the same system table in different databases are next to each other, so that they compress well.
  const files = entries
    .filter(({ size }) => size !== undefined)
    .sort((a, b) => order(a.path).localeCompare(order(b.path)))
  const listed = [...entries.filter(({ size }) => size === undefined), ...files]
  const index = Buffer.from(JSON.stringify(listed))
  const length = Buffer.alloc(INDEX_LENGTH)
  length.writeUInt32LE(index.length)
  const all = Buffer.concat([length, index, ...files.map(({ path }) => readFileSync(join(folder, path)))])
  return brotliCompressSync(all, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    },
  })
}

/** Unpacks into `dataDir`. As root, the database files get the owner as which the embedded database runs. */
export function unpackFolder(file: string, dataDir: string): void {
  const all = brotliDecompressSync(readFileSync(file), { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  let at = INDEX_LENGTH + all.readUInt32LE(0)
  const entries = JSON.parse(all.subarray(INDEX_LENGTH, at).toString()) as Entry[]
  const owner = databaseUser(join(dataDir, 'postgres'), dataDir)
  for (const { path, mode, size } of entries) {
    const target = join(dataDir, path)
    if (size === undefined) mkdirSync(target, { recursive: true, mode })
    else writeFileSync(target, all.subarray(at, at + size), { mode })
    at += size ?? 0
    if (owner && /^postgres(\/|$)/.test(path)) chownSync(target, owner.uid, owner.gid)
  }
}

function* entriesOf(folder: string, path: string): Iterable<Entry> {
  for (const name of readdirSync(join(folder, path)).toSorted()) {
    const inside = path === '' ? name : `${path}/${name}`
    const stats = lstatSync(join(folder, inside))
    const mode = stats.mode & 0o777
    if (stats.isDirectory()) {
      yield { path: inside, mode }
      yield* entriesOf(folder, inside)
    } else if (stats.isFile()) yield { path: inside, mode, size: stats.size }
  }
}

const order = (path: string): string => path.replace(/^(.*\/)?base\/(\d+)\/(.*)$/, '$3 $2')
