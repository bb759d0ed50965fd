import { closeSync, openSync, readSync } from 'node:fs'

const MIB = 1_048_576

/**
 * Reads the text of a file up to a size. The file may be a pipe, so its size is not known before, and a device such
 * as /dev/zero has no end.
 */
export function readShortFile(path: string, mostMib: number): string {
  const most = mostMib * MIB
  const file = openSync(path, 'r')
  try {
    const chunks: Buffer[] = []
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(65_536)
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(chunk.subarray(0, read))
      size += read
      if (size > most) throw new Error(`it is larger than ${mostMib} MiB`)
    }
  } finally {
    closeSync(file)
  }
}

/** The code of the system, or a few words. */
export const whyUnreadable = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message
