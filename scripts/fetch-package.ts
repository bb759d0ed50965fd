import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from './tools.ts'

/** Downloads a package from the registry into a folder, without installing it. Returns the path of its archive. */
export async function fetchPackage(name: string, integrity: string, folder: string): Promise<string> {
  const file = await execute('npm', ['pack', name, '--silent', '--pack-destination', folder])
  const archive = join(folder, file.trim())
  requireIntact(await readFile(archive), integrity, name)
  return archive
}

/** Checks the hash as in a lock file. */
export function requireIntact(bytes: Buffer, integrity: string, name: string): void {
  if (`sha512-${hash('sha512', bytes, 'base64')}` !== integrity)
    throw new Error(`The registry returned unexpected bytes for ${name}.`)
}
