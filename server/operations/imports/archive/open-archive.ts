import { stat } from 'node:fs/promises'
import type { Archive } from './archive.ts'
import { openFolder } from './folder.ts'
import { notThisExport, unreadable } from './refusals.ts'
import { openZip } from './zip.ts'

/** Opens a folder or a zip file. `what` is the kind of export, for the refusal of anything else. */
export async function openArchive(path: string, what: string): Promise<Archive> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error.code)
  })
  if (!found.isDirectory() && !found.isFile()) throw notThisExport(path, what, 'it is neither a folder nor a zip file')
  return found.isDirectory() ? openFolder(path) : openZip(path, what)
}
