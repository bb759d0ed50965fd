import { createReadStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive } from './archive.ts'
import { checkPath, isClutter } from './entry-path.ts'
import { hostileEntry, unreadable } from './refusals.ts'

const DEEPEST = 32

/**
 * Opens a folder after a look at everything in it. A link could lead to a file that is not part of the export. With
 * `only`, what has another name is not looked at.
 */
export async function openFolder(path: string, only?: readonly string[]): Promise<Archive> {
  const sizes = new Map<string, number>()
  try {
    await walk(path, '', sizes, 0, only)
  } catch (error) {
    const { code, path: place } = error as NodeJS.ErrnoException
    throw code === undefined ? error : unreadable(place ?? path, code)
  }
  return {
    path,
    paths: [...sizes.keys()],
    sizeOf: (name) => sizes.get(name),
    open: async (name) => (sizes.has(name) ? read(join(path, name)) : null),
    check: async () => undefined,
    close: () => undefined,
  }
}

async function* read(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(file, (error as NodeJS.ErrnoException).code)
  }
}

async function walk(
  root: string,
  inside: string,
  sizes: Map<string, number>,
  depth: number,
  only?: readonly string[],
): Promise<void> {
  if (depth > DEEPEST) throw hostileEntry(root, inside, 'is too deep')
  for await (const entry of await opendir(join(root, inside))) {
    if (only && !only.includes(entry.name)) continue
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (isClutter(entry.isDirectory() ? `${name}/` : name)) continue
    checkPath(root, name)
    if (entry.isDirectory()) await walk(root, name, sizes, depth + 1)
    else if (entry.isFile()) sizes.set(name, (await stat(join(root, name))).size)
    else throw hostileEntry(root, name, 'is a link or a device')
  }
}
