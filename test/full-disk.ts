import fs, { type PathLike } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Makes writes below this folder fail as on a full disk, after this many bytes. Returns a function that ends it. */
export function fillDisk(folder: string, bytesLeft = 0): () => void {
  const { open } = fs.promises
  fs.promises.open = async (path: PathLike, ...rest) => {
    const handle = await open(path, ...rest)
    return String(path).startsWith(folder) ? full(handle, bytesLeft) : handle
  }
  syncBuiltinESMExports()
  return () => {
    fs.promises.open = open
    syncBuiltinESMExports()
  }
}

function full(handle: FileHandle, bytesLeft: number): FileHandle {
  let left = bytesLeft
  const write = handle.writeFile.bind(handle)
  handle.writeFile = async (data, ...rest) => {
    left -= (data as Uint8Array).length
    if (left < 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return write(data, ...rest)
  }
  return handle
}
