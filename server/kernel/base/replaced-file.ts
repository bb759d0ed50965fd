import { readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * The file that a new one is renamed to. A symbolic link leads to it and stays: operators use links to keep large files
 * on another disk. The file need not exist yet.
 */
export async function replacedFile(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const link = await readlink(path).catch(() => null)
    return link === null ? path : replacedFile(resolve(await realpath(dirname(path)), link))
  }
}

/** What a rename would remove or fail at. Null if it is a file, or nothing yet. */
export async function whatIsInTheWay(path: string): Promise<'a folder' | 'a device or a pipe' | null> {
  const present = await stat(path).catch(() => null)
  if (!present || present.isFile()) return null
  return present.isDirectory() ? 'a folder' : 'a device or a pipe'
}
