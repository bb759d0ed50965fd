import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { behavesAsStore, contentOf, listedIn, newName } from '../../../test/file-store-behavior.ts'
import { fillDisk } from '../../../test/full-disk.ts'
import { DiskStore } from './disk-store.ts'

describe('a store on the disk', () => {
  let folder: string
  let store: DiskStore
  let name: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-test-files-'))
    store = new DiskStore(join(folder, 'uploads'))
    name = newName()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Every file below the folder, even those that the store does not list. */
  const onDisk = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))

  behavesAsStore(() => store, onDisk)

  test('is readable for the server only, and so are its folders', async () => {
    await store.write(name, [Buffer.from('x')])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700)
    }
  })

  test('keeps nothing of a file for which the disk has no space, and others can still be read', async () => {
    const other = newName()
    await store.write(other, [Buffer.from('other')])
    const freeDisk = fillDisk(folder, 10)
    try {
      await expect(store.write(name, [Buffer.alloc(8), Buffer.alloc(8)])).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(onDisk()).toHaveLength(1)
      expect(await contentOf(await store.read(other))).toBe('other')
    } finally {
      freeDisk()
    }
    await store.write(name, [Buffer.alloc(8), Buffer.alloc(8)])
  })

  test('removes what a crash interrupted; until then it cannot be read', async () => {
    await store.write(name, [Buffer.from('x')])
    await store.remove(name)
    writeFileSync(join(folder, 'uploads', 'incoming', name.replaceAll('/', '.')), 'half')
    expect(await store.read(name)).toBeNull()
    expect(await listedIn(store)).toEqual([])
    await store.remove(name)
    expect(onDisk()).toEqual([])
  })
})
