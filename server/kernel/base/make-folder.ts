import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * As root, the folder must be passable for the database's user. Everything inside has its own, stricter permissions.
 */
export const makeDataFolder = (path: string): void => makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700)

/**
 * Makes a folder and its parents. Node's own recursive version never returns inside a folder such as /proc, where
 * nothing can be created.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
    // The umask reduces the mode, and then the database's user could not pass through.
    chmodSync(path, mode)
  } catch (error) {
    // Another process has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
