import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillDisk } from '../../test/full-disk.ts'
import { DiskStore } from './disk-store.ts'
import { fileName, newFileToken } from './file-name.ts'
import type { OpenFile } from './file-store.ts'

let folder: string
let store: DiskStore
let name: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-files-'))
  store = new DiskStore(join(folder, 'uploads'))
  name = fileName(7, 'avatar', newFileToken())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const content = async (file: OpenFile | null): Promise<string | null> =>
  file && Buffer.concat(await file.stream.toArray()).toString('latin1')

/** Every file below the folder, even those that the store does not list. */
const onDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))

async function listed(): Promise<string[]> {
  const names: string[] = []
  for await (const one of store.list()) names.push(one)
  return names.sort()
}

/** Like a client that disconnects in the middle. */
async function* cutShort() {
  yield Buffer.from('half of ')
  throw new Error('cut short')
}

describe('a file', () => {
  test('is read as it was written, and has the right size and hash', async () => {
    const chunks = [randomBytes(70_000), Buffer.alloc(0), randomBytes(3)]
    const bytes = Buffer.concat(chunks)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await store.write(name, chunks)).toEqual({ size: 70_003, sha256 })
    const file = await store.read(name)
    expect(file?.size).toBe(70_003)
    expect(await content(file)).toBe(bytes.toString('latin1'))
  })

  test('is read in part', async () => {
    await store.write(name, [Buffer.from('0123456789')])
    const file = await store.read(name, { start: 3, end: 5 })
    expect(file?.size).toBe(10)
    expect(await content(file)).toBe('345')
    expect(await content(await store.read(name, { start: 9, end: 9 }))).toBe('9')
  })

  test('can be empty', async () => {
    expect(await store.write(name, [])).toMatchObject({ size: 0 })
    expect(await content(await store.read(name))).toBe('')
  })

  test('that does not exist is not found, and removing it is not an error', async () => {
    expect(await store.read(name)).toBeNull()
    await store.remove(name)
  })

  test('is gone when it is removed', async () => {
    await store.write(name, [Buffer.from('x')])
    await store.remove(name)
    expect(await store.read(name)).toBeNull()
    expect(onDisk()).toEqual([])
  })

  test('is readable for the server only, and so are its folders', async () => {
    await store.write(name, [Buffer.from('x')])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700)
    }
  })
})

describe('nothing is left of a file', () => {
  test('whose source fails', async () => {
    await expect(store.write(name, cutShort())).rejects.toThrow('cut short')
    expect(onDisk()).toEqual([])
  })

  test('for which the disk has no space, and others can still be read', async () => {
    const other = fileName(7, 'avatar', newFileToken())
    await store.write(other, [Buffer.from('other')])
    const freeDisk = fillDisk(folder, 10)
    try {
      await expect(store.write(name, [Buffer.alloc(8), Buffer.alloc(8)])).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(onDisk()).toHaveLength(1)
      expect(await content(await store.read(other))).toBe('other')
    } finally {
      freeDisk()
    }
    await store.write(name, [Buffer.alloc(8), Buffer.alloc(8)])
  })

  test('that a crash interrupted, after it is removed; until then it cannot be read', async () => {
    await store.write(name, [Buffer.from('x')])
    await store.remove(name)
    writeFileSync(join(folder, 'uploads', 'incoming', name.replaceAll('/', '.')), 'half')
    expect(await store.read(name)).toBeNull()
    expect(await listed()).toEqual([])
    await store.remove(name)
    expect(onDisk()).toEqual([])
  })
})

test('all files are listed by their names', async () => {
  const token = newFileToken()
  const names = [fileName(1, 'avatar', token), fileName(1, 'avatar', token, 'medium'), fileName(22, 'original', token)]
  expect(await listed()).toEqual([])
  for (const one of names) await store.write(one, [Buffer.from('x')])
  expect(await listed()).toEqual(names.toSorted())
})

test.each(['../secret', '7/avatar/../../../secret', '/etc/passwd', '7/avatar/x', '', `7/avatar/${'a'.repeat(40)}/x`])(
  'the name %j is refused',
  async (wrong) => {
    await expect(store.read(wrong)).rejects.toThrow('is not the name of a file')
    await expect(store.write(wrong, [])).rejects.toThrow('is not the name of a file')
    await expect(store.remove(wrong)).rejects.toThrow('is not the name of a file')
    expect(onDisk()).toEqual([])
  },
)
