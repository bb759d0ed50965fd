import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { behavesAsStore, contentOf, cutShort, listedIn, newName } from '../../../test/file-store-behavior.ts'
import { type ObjectStorage, openObjectStorage } from '../../../test/outside/object-storage.ts'
import { S3Store } from './s3-store.ts'

const MIB = 1_048_576

/** A bucket of real object storage, for `npm run test:s3`. It has to be empty, and is emptied. */
const given = process.env['PARLEY_TEST_S3_BUCKET']
if (given !== undefined) describe('a store in the given bucket', () => inGivenBucket(given))

function inGivenBucket(bucket: string): void {
  const env = process.env
  const store = new S3Store({
    bucket,
    endpoint: env['PARLEY_TEST_S3_ENDPOINT'] ?? null,
    region: env['PARLEY_TEST_S3_REGION'] ?? 'us-east-1',
    accessKeyId: env['PARLEY_TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['PARLEY_TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  })
  const empty = async () => {
    for (const name of await listedIn(store)) await store.remove(name)
  }
  beforeAll(empty)
  afterEach(empty)

  behavesAsStore(
    () => store,
    () => listedIn(store),
  )

  test('keeps a large file, which is sent in parts', async () => {
    const name = newName()
    const bytes = Buffer.alloc(17 * MIB + 5, 'otter')
    await store.write(name, [bytes.subarray(0, MIB), bytes.subarray(MIB)])
    expect((await contentOf(await store.read(name))) === bytes.toString('latin1')).toBe(true)
    expect(await contentOf(await store.read(name, { start: 9 * MIB, end: 9 * MIB + 4 }))).toHaveLength(5)
  })

  test('keeps nothing of a large file whose source fails after some parts', async () => {
    const name = newName()
    await expect(store.write(name, cutShort(Buffer.alloc(9 * MIB)))).rejects.toThrow('cut short')
    expect(await store.read(name)).toBeNull()
  })
}

describe('a store in object storage', () => {
  let storage: ObjectStorage
  let store: S3Store
  beforeAll(async () => {
    storage = await openObjectStorage()
    store = new S3Store(storage.settings)
  })
  afterEach(() => {
    storage.objects.clear()
    storage.unfinished.clear()
    storage.isFull = false
  })
  afterAll(() => storage.close())

  const remains = () => [...storage.objects.keys(), ...storage.unfinished.keys()]

  behavesAsStore(() => store, remains)

  test('sends a large file in parts, and no part is left', async () => {
    const name = newName()
    const pieces = Array.from({ length: 35 }, (_, n) => Buffer.alloc(512 * 1024, n))
    const before = storage.requests
    const written = await store.write(name, pieces)
    expect(written.size).toBe(17.5 * MIB)
    expect(storage.requests - before).toBe(5)
    expect(storage.objects.get(name)?.equals(Buffer.concat(pieces))).toBe(true)
    expect(remains()).toEqual([name])
  })

  test.each([8 * MIB, 16 * MIB, 8 * MIB + 1])('keeps every byte of a file of %i bytes', async (size) => {
    const name = newName()
    const bytes = Buffer.alloc(size, 'otter')
    await store.write(name, [bytes])
    expect(storage.objects.get(name)?.equals(bytes)).toBe(true)
  })

  test('keeps nothing of a large file whose source fails after some parts', async () => {
    await expect(store.write(newName(), cutShort(Buffer.alloc(9 * MIB)))).rejects.toThrow('cut short')
    expect(remains()).toEqual([])
  })

  test('keeps nothing of a file for which there is no space, and others can still be read', async () => {
    const [other, name] = [newName(), newName()]
    await store.write(other, [Buffer.from('other')])
    storage.isFull = true
    await expect(store.write(name, [Buffer.from('x')])).rejects.toMatchObject({ name: 'InsufficientStorage' })
    expect(remains()).toEqual([other])
    expect(await contentOf(await store.read(other))).toBe('other')
    storage.isFull = false
    await store.write(name, [Buffer.from('x')])
  })

  test('removes what a crash interrupted; until then it cannot be read', async () => {
    const name = newName()
    storage.unfinished.set('old', { key: name, parts: new Map([[1, Buffer.alloc(5 * MIB)]]) })
    storage.unfinished.set('other', { key: `${name}-medium`, parts: new Map() })
    expect(await store.read(name)).toBeNull()
    expect(await listedIn(store)).toEqual([])
    await store.remove(name)
    expect(remains()).toEqual(['other'])
  })

  test('lists only its own files of a shared bucket', async () => {
    const name = newName()
    await store.write(name, [Buffer.from('x')])
    storage.objects.set('backup/2026.tar', Buffer.from('x'))
    expect(await listedIn(store)).toEqual([name])
  })

  test('needs the right key', async () => {
    const wrong = new S3Store({ ...storage.settings, secretAccessKey: 'wrong' })
    const name = newName()
    await expect(wrong.write(name, [Buffer.from('x')])).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    await expect(wrong.read(name)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    expect(remains()).toEqual([])
  })
})
