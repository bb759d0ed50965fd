import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { splitFileName } from './file-name.ts'
import type { ByteRange, Chunks, FileStore, OpenFile, WrittenFile } from './file-store.ts'

/** Only the server's own user has access. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const INCOMING = 'incoming'

/**
 * Files in a folder: `<organization>/<kind>/<first two characters>/<name>`. A file is written in `incoming` and renamed
 * when it is complete. Its bytes and its name reach the disk together; nobody knows the name before.
 */
export class DiskStore implements FileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async write(name: string, source: Chunks): Promise<WrittenFile> {
    const [path, incoming] = [this.#pathOf(name), this.#incomingOf(name)]
    try {
      return await copy(
        source,
        () => inFolder(incoming, () => open(incoming, 'wx', FILE_MODE)),
        async (handle) => {
          await inFolder(path, () => rename(incoming, path))
          await Promise.all([handle.datasync(), syncFolder(dirname(path))])
        },
      )
    } catch (error) {
      await this.remove(name)
      throw error
    }
  }

  async read(name: string, range?: ByteRange): Promise<OpenFile | null> {
    const handle = await openExisting(this.#pathOf(name))
    if (!handle) return null
    try {
      const { size } = await handle.stat()
      return { size, stream: handle.createReadStream(range ?? {}) }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#incomingOf(name), { force: true })
    await rm(this.#pathOf(name), { force: true })
  }

  async *list(): AsyncIterable<string> {
    for await (const realm of entries(this.#root))
      if (realm !== INCOMING)
        for await (const kind of entries(join(this.#root, realm)))
          for await (const shard of entries(join(this.#root, realm, kind)))
            for await (const file of entries(join(this.#root, realm, kind, shard))) yield `${realm}/${kind}/${file}`
  }

  #pathOf(name: string): string {
    const { realm, kind, file } = splitFileName(name)
    return join(this.#root, realm, kind, file.slice(0, 2), file)
  }

  #incomingOf(name: string): string {
    return join(this.#root, INCOMING, name.replaceAll('/', '.'))
  }
}

/** The store is next to the database and the secret. */
export const diskStoreIn = (dataDir: string): DiskStore => new DiskStore(join(dataDir, 'uploads'))

/**
 * Writes each piece before taking the next one, so the source is read no faster than the disk writes. The file is
 * created with the first piece.
 */
async function copy(
  source: Chunks,
  create: () => Promise<FileHandle>,
  complete: (handle: FileHandle) => Promise<void>,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let size = 0
  let handle: FileHandle | undefined
  try {
    for await (const chunk of source) {
      handle ??= await create()
      const writing = handle.writeFile(chunk)
      hash.update(chunk)
      size += chunk.length
      await writing
    }
    handle ??= await create()
    await complete(handle)
  } finally {
    await handle?.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** The folders nearly always exist, so they are made only if the work fails without them. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isAbsent(error)) throw error
    await makeFolder(dirname(path))
    return work()
  }
}

/** Makes a folder and syncs its parents. Otherwise it might not survive a crash. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder))
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

async function* entries(folder: string): AsyncIterable<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
