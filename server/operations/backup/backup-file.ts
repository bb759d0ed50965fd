import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isAlive } from '../../kernel/base/live-process.ts'
import { replacedFile, whatIsInTheWay } from '../../kernel/base/replaced-file.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import type { BackupFile } from './archive-reader.ts'
import { encrypted } from './encryption.ts'

/** Most of the bytes are pictures or text that this level makes nearly as small as the next ones, in half the time. */
const LEVEL = 4

/** Encrypts too if there is a passphrase. */
function compressTo(
  bytes: AsyncIterable<Buffer>,
  target: NodeJS.WritableStream,
  passphrase: string | null,
): Promise<void> {
  const packed = compressed(bytes)
  return pipeline(passphrase === null ? packed : encrypted(packed, passphrase), target)
}

async function* compressed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packed = createGzip({ level: LEVEL })
  // An error of the source also ends what is read below.
  pipeline(Readable.from(bytes), packed).catch(() => {})
  yield* packed
}

/** The reader of the output may end, and so may the space on its disk. */
export async function writeToStream(
  bytes: AsyncIterable<Buffer>,
  target: NodeJS.WritableStream,
  passphrase: string | null,
): Promise<void> {
  try {
    await compressTo(bytes, target, passphrase)
  } catch (error) {
    throw problem(error, 'on standard output')
  }
}

/** Writes beside the file and renames at the end, so that an earlier backup is replaced only by a complete one. */
export async function writeFileWhole({ file, passphrase }: BackupFile, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    const replaced = await replacedFile(file)
    const obstacle = await whatIsInTheWay(replaced)
    if (obstacle) throw refuse.backupUnwritable(file, `it is ${obstacle}`)
    await removeLeftovers(replaced)
    const partial = `${replaced}.partial-${process.pid}`
    try {
      await compressTo(bytes, createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }), passphrase)
      await rename(partial, replaced)
      await syncFolder(dirname(replaced))
    } finally {
      await rm(partial, { force: true })
    }
  } catch (error) {
    throw problem(error, file)
  }
}

/** Removes what killed processes have left. */
async function removeLeftovers(file: string): Promise<void> {
  const prefix = `${basename(file)}.partial-`
  for (const name of await readdir(dirname(file))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid))) await rm(join(dirname(file), name))
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function problem(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder does not exist',
    ELOOP: 'it is a link that leads to itself',
    EACCES: 'this user may not write there',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EPIPE: 'its reader has ended',
  }
  return reasons[code] ? refuse.backupUnwritable(file, reasons[code]) : error
}
