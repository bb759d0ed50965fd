import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import { readTar, safePath } from './read-tar.ts'
import { removeLeftovers, temporaryFolder } from './temporary-folder.ts'

/** The files of an archive on the disk. */
export interface ArchiveFolder {
  readonly root: string
  /** The whole path of a file. Null if it is not there. Refuses paths and links that lead out of the archive. */
  find(name: string): Promise<string | null>
  /** The names of the files in a folder of the archive, sorted. */
  list(name: string): Promise<string[]>
  close(): Promise<void>
}

/**
 * Opens a folder, or unpacks a tar.gz archive into a temporary one. `marker` is a file that the archive has: an archive
 * may keep everything in one folder.
 */
export async function openFolder(path: string, marker: string): Promise<ArchiveFolder> {
  const kind = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupRefusal(`${path} cannot be read (${error.code}): check its name.`)
  })
  const temporary = kind.isDirectory() ? null : await unpack(path)
  const close = async () => {
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
  try {
    const root = await realpath(await rootWith(temporary ?? path, marker, path))
    return { root, find: (name) => findIn(root, name), list: (name) => listIn(root, name), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function unpack(path: string): Promise<string> {
  await removeLeftovers()
  const folder = await temporaryFolder()
  try {
    for await (const file of readTar(path)) {
      const target = join(folder, file.name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(file.content(), createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    }
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartupRefusal(`${tmpdir()} is full: free space, or set TMPDIR to a folder with more of it.`)
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code))
      throw new StartupRefusal(`${path} has a file twice: it is not imported.`)
    throw error
  }
}

async function rootWith(folder: string, marker: string, path: string): Promise<string> {
  const inside = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  for (const candidate of [folder, ...inside.map(({ name }) => join(folder, name))])
    if (await isThere(join(candidate, marker))) return candidate
  throw new StartupRefusal(`${path} has no ${marker}: check the format and the path.`)
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function findIn(root: string, name: string): Promise<string | null> {
  const safe = safePath(name)
  if (safe === null) return null
  const real = await realpath(join(root, safe)).catch(() => null)
  if (real === null) return null
  if (!real.startsWith(root + sep))
    throw new StartupRefusal(`${join(root, safe)} leads out of the archive: it is not imported.`)
  return (await stat(real)).isFile() ? real : null
}

async function listIn(root: string, name: string): Promise<string[]> {
  const entries = await readdir(join(root, name), { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
}

/** How a file of the archive is read. */
export const openFile =
  (folder: ArchiveFolder, name: string) => async (): Promise<AsyncIterable<Uint8Array> | null> => {
    const path = await folder.find(name)
    return path === null ? null : createReadStream(path)
  }
