import { open } from 'node:fs/promises'
import { unreadable } from './refusals.ts'

const ZIP_SIGNS = ['PK\x03\x04', 'PK\x05\x06']

export async function isZip(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error.code)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ZIP_SIGNS.includes(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}
