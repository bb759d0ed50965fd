import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileName, newFileToken } from '../server/kernel/files/file-name.ts'
import type { FileStore, OpenFile } from '../server/kernel/files/file-store.ts'

export const contentOf = async (file: OpenFile | null): Promise<string | null> =>
  file && Buffer.concat(await file.stream.toArray()).toString('latin1')

export async function listedIn(store: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const one of store.list()) names.push(one)
  return names.sort()
}

/** Like a client that disconnects in the middle. */
export async function* cutShort(first: Uint8Array = Buffer.from('half of ')) {
  yield first
  throw new Error('cut short')
}

export const newName = (): string => fileName(7, 'avatar', newFileToken())

/** What every store does. `remains` is everything in it, even what it does not list. */
export function behavesAsStore(
  storeOf: () => FileStore,
  remains: () => readonly string[] | Promise<readonly string[]>,
) {
  describe('a file', () => {
    test('is read as it was written, and has the right size and hash', async () => {
      const name = newName()
      const chunks = [randomBytes(70_000), Buffer.alloc(0), randomBytes(3)]
      const bytes = Buffer.concat(chunks)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(await storeOf().write(name, chunks)).toEqual({ size: 70_003, sha256 })
      const file = await storeOf().read(name)
      expect(file?.size).toBe(70_003)
      expect(await contentOf(file)).toBe(bytes.toString('latin1'))
    })

    test('is read in part', async () => {
      const name = newName()
      await storeOf().write(name, [Buffer.from('0123456789')])
      const file = await storeOf().read(name, { start: 3, end: 5 })
      expect(file?.size).toBe(10)
      expect(await contentOf(file)).toBe('345')
      expect(await contentOf(await storeOf().read(name, { start: 9, end: 9 }))).toBe('9')
    })

    test('can be empty', async () => {
      const name = newName()
      expect(await storeOf().write(name, [])).toMatchObject({ size: 0 })
      expect(await contentOf(await storeOf().read(name))).toBe('')
    })

    test('that does not exist is not found, and removing it is not an error', async () => {
      const name = newName()
      expect(await storeOf().read(name)).toBeNull()
      await storeOf().remove(name)
    })

    test('is gone when it is removed', async () => {
      const name = newName()
      await storeOf().write(name, [Buffer.from('x')])
      await storeOf().remove(name)
      expect(await storeOf().read(name)).toBeNull()
      expect(await remains()).toEqual([])
    })

    test('whose source fails leaves nothing', async () => {
      await expect(storeOf().write(newName(), cutShort())).rejects.toThrow('cut short')
      expect(await remains()).toEqual([])
    })
  })

  test('all files are listed by their names', async () => {
    const token = newFileToken()
    const names = [
      fileName(1, 'avatar', token),
      fileName(1, 'avatar', token, 'medium'),
      fileName(22, 'original', token),
    ]
    expect(await listedIn(storeOf())).toEqual([])
    for (const one of names) await storeOf().write(one, [Buffer.from('x')])
    expect(await listedIn(storeOf())).toEqual(names.toSorted())
  })

  test.each(['../secret', '7/avatar/../../../secret', '/etc/passwd', '7/avatar/x', '', `7/avatar/${'a'.repeat(40)}/x`])(
    'the name %j is refused',
    async (wrong) => {
      await expect(storeOf().read(wrong)).rejects.toThrow('is not the name of a file')
      await expect(storeOf().write(wrong, [])).rejects.toThrow('is not the name of a file')
      await expect(storeOf().remove(wrong)).rejects.toThrow('is not the name of a file')
      expect(await remains()).toEqual([])
    },
  )
}
