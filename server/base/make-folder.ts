import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** As root the database's own user has to pass through; everything inside has its own, closer permissions. */
export const makeDataFolder = (path: string): void => makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700)

/**
 * Makes a folder with all that it lies in. Node's own way to do so never ends below a folder such as /proc, which exists
 * and in which nothing can be made.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
    // The operator's umask cuts the mode, and then the database's user could not pass through.
    chmodSync(path, mode)
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
