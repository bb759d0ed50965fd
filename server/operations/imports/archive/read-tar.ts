import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import { ByteReader, CutShort } from '../../backup/byte-reader.ts'

export interface TarFile {
  readonly name: string
  readonly size: number
  /** Must be read before the next file. What is not read is skipped. */
  content(): AsyncGenerator<Buffer>
}

const BLOCK = 512
const MAX_HEADER_BYTES = 1024 * 1024
/** No data of a chat shrinks to less than this part, except for tiny archives. */
const MAX_GZIP_RATIO = 200
const SMALL_BYTES = 64 * 1024 * 1024

const refused = (path: string, problem: string): StartupRefusal =>
  new StartupRefusal(`${path} ${problem}: it is not imported.`)

/** A path inside of the archive. Null for one that leads out of it. */
export function safePath(written: string): string | null {
  const parts = written.split('/').filter((part) => part !== '' && part !== '.')
  const isSafe = !written.startsWith('/') && !/[\\\0:]/.test(written) && !parts.includes('..')
  return isSafe && parts.length > 0 ? parts.join('/') : null
}

/**
 * The files of a tar.gz archive of another program. Links, devices, paths that lead out of it, and what unpacks to far
 * more than its size are refused with one sentence.
 */
export async function* readTar(path: string): AsyncGenerator<TarFile> {
  const packed = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupRefusal(`${path} cannot be read (${error.code}): check its name.`)
  })
  const reader = new ByteReader(createReadStream(path), createGunzip())
  const most = Math.max(SMALL_BYTES, packed.size * MAX_GZIP_RATIO)
  let unpacked = 0
  let extended: Readonly<Record<string, string>> = {}
  try {
    for (;;) {
      const header = await reader.exactly(BLOCK)
      if (header.every((byte) => byte === 0)) return
      const { name, size, type } = parse(header, extended, path)
      unpacked += size
      if (unpacked > most) throw refused(path, 'unpacks to far more than its size')
      let left = size
      const content = async function* () {
        for await (const chunk of reader.upTo(() => left)) {
          left -= chunk.length
          yield chunk
        }
      }
      if ('xLg'.includes(type)) {
        const text = (await whole(content(), size, path)).toString('utf8')
        if (type === 'L') extended = { ...extended, path: text.replace(/\0.*$/s, '') }
        if (type === 'x') extended = { ...extended, ...paxFields(text) }
      } else {
        extended = {}
        if (type === '1' || type === '2') throw refused(path, `has a link (${name})`)
        if (!'05'.includes(type)) throw refused(path, `has something that is no file (${name})`)
        const safe = safePath(name)
        if (safe === null && type === '0')
          throw refused(path, `has the path ${JSON.stringify(name)}, which leads out of it`)
        if (type === '0') yield { name: safe!, size, content }
      }
      for await (const _ of content());
      await reader.exactly((BLOCK - (size % BLOCK)) % BLOCK)
    }
  } catch (error) {
    if (error instanceof StartupRefusal) throw error
    if (error instanceof CutShort) throw refused(path, 'ends too early')
    if (['Z_DATA_ERROR', 'Z_HEADER'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw refused(path, 'is not a tar.gz archive')
    throw error
  } finally {
    reader.close()
  }
}

async function whole(content: AsyncGenerator<Buffer>, size: number, path: string): Promise<Buffer> {
  if (size > MAX_HEADER_BYTES) throw refused(path, 'is not a tar.gz archive')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const textAt = (header: Buffer, start: number, end: number): string =>
  header.toString('utf8', start, end).replace(/\0.*$/s, '')

function parse(header: Buffer, extended: Readonly<Record<string, string>>, path: string) {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (Number.parseInt(textAt(header, 148, 156).trim(), 8) !== sum) throw refused(path, 'is not a tar.gz archive')
  const prefix = textAt(header, 257, 262) === 'ustar' && header[262] === 0 ? textAt(header, 345, 500) : ''
  const short = textAt(header, 0, 100)
  const octal = Number.parseInt(textAt(header, 124, 136).trim() || '0', 8)
  const written = (header[124]! & 0x80) !== 0 ? Number(header.readBigUInt64BE(128)) : octal
  const size = extended['size'] === undefined ? written : Number(extended['size'])
  if (!Number.isSafeInteger(size) || size < 0) throw refused(path, 'is not a tar.gz archive')
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]!)
  return { name: extended['path'] ?? (prefix === '' ? short : `${prefix}/${short}`), size, type }
}

/** Lines of the form `12 path=name`. */
function paxFields(text: string): Record<string, string> {
  const fields = [...text.matchAll(/\d+ ([^=\n]+)=([^\n]*)\n/g)].map(([, name, value]) => [name!, value!])
  return Object.fromEntries(fields)
}
