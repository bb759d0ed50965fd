import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { parseTarHeader, TAR_END, tarPadding } from '../exports/tar.ts'
import { ByteReader, CutShort } from './byte-reader.ts'
import { openArchive } from './encryption.ts'
import { END_ENTRY, type End, FORMAT, HEAD_ENTRY, type Head } from './format.ts'

/** An entry of a backup. What is not read of its content is skipped. */
export interface Entry {
  readonly name: string
  readonly size: number
  content(): AsyncGenerator<Buffer>
}

/** A backup, and what it was encrypted with. */
export interface BackupFile {
  readonly file: string
  readonly passphrase: string | null
}

const BLOCK = 512
/** Descriptions are small. A larger one is damage, and must not fill the memory. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

export async function readText({ name, size, content }: Entry): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new Error(`${name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of content()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The entries of a backup after its first one, in order, and at the end a check that nothing is missing or changed.
 * Every problem of the file is one sentence.
 */
export async function* readBackup(
  { file, passphrase }: BackupFile,
  known: readonly string[],
): AsyncGenerator<Entry | { readonly head: Head }> {
  let reader: ByteReader | undefined
  let head: Head | undefined
  try {
    reader = new ByteReader(await openArchive(file, passphrase), createGunzip())
    for await (const entry of entriesOf(reader)) {
      if (head) yield entry
      else {
        head = await readHead(entry, file, known)
        yield { head }
      }
    }
  } catch (error) {
    throw problem(error, file, head !== undefined)
  } finally {
    reader?.close()
  }
}

async function readHead(entry: Entry, file: string, known: readonly string[]): Promise<Head> {
  if (entry.name !== HEAD_ENTRY) throw refuse.backupForeign(file)
  const head = JSON.parse(await readText(entry)) as Head
  const unknown = head.format > FORMAT ? ['format'] : head.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw refuse.backupNewer(file, head.parley)
  return head
}

async function* entriesOf(reader: ByteReader): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let count = 0
  for (;;) {
    const block = await reader.exactly(BLOCK)
    const { name, size } = parseTarHeader(block)
    const before = name === END_ENTRY ? hash.digest('hex') : undefined
    if (before === undefined) hash.update(block)
    let left = size
    const content = async function* () {
      for await (const chunk of reader.upTo(() => left)) {
        left -= chunk.length
        if (before === undefined) hash.update(chunk)
        yield chunk
      }
    }
    const entry = { name, size, content }
    if (before !== undefined) return await requireEnd(reader, entry, { entries: count, sha256: before })
    count += 1
    yield entry
    await skip(content())
    hash.update(await reader.exactly(tarPadding(size).length))
  }
}

async function skip(content: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await content.next()).done);
}

async function requireEnd(reader: ByteReader, entry: Entry, found: End): Promise<void> {
  const end = JSON.parse(await readText(entry)) as End
  if (end.entries !== found.entries || end.sha256 !== found.sha256) throw new Error('the digest differs')
  await reader.exactly(tarPadding(entry.size).length + TAR_END.length)
  await reader.requireEnd()
}

/** Errors of our own, and of the database or the store while entries are used, are not about the file. */
function problem(error: unknown, file: string, hasHead: boolean): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'StartupRefusal') return error
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') return refuse.backupUnreadable(file, code)
  if (!hasHead && !(error instanceof CutShort)) return refuse.backupForeign(file)
  return error instanceof CutShort ? refuse.backupTruncated(file) : refuse.backupAltered(file)
}
