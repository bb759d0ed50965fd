import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { backUp, restore } from '../../../test/backup/restored.ts'
import { contentOf, listedIn } from '../../../test/file-store-behavior.ts'
import { openObjectStorage } from '../../../test/outside/object-storage.ts'
import { useServer } from '../../../test/use-server.ts'
import type { S3Config } from '../../kernel/base/config.ts'
import { diskStoreIn } from '../../kernel/files/disk-store.ts'
import { S3Store } from '../../kernel/files/s3-store.ts'
import { checkFiles } from '../fsck/check-files.ts'

/** A bucket of real object storage, for `npm run test:s3`. It has to be empty, and is emptied. */
const given = process.env['PARLEY_TEST_S3_BUCKET']

async function openBucket(): Promise<{ settings: S3Config; close(): Promise<void> }> {
  const { env } = process
  if (given === undefined) return openObjectStorage()
  const settings = {
    bucket: given,
    endpoint: env['PARLEY_TEST_S3_ENDPOINT'] ?? null,
    region: env['PARLEY_TEST_S3_REGION'] ?? 'us-east-1',
    accessKeyId: env['PARLEY_TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['PARLEY_TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  }
  return { settings, close: async () => {} }
}

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-bucket-'))
  const { server } = useServer()
  let bucket: Awaited<ReturnType<typeof openBucket>>
  beforeAll(async () => {
    bucket = await openBucket()
    for (const text of ['tomato', 'leek'.repeat(2_500_000)]) {
      const file = { filename: 'soup.txt', type: 'text/plain', bytes: Buffer.from(text) }
      await server.owner.call(endpoints.uploadFile, { filename: file })
    }
  })
  afterAll(async () => {
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('moves the files from a folder into a bucket, and back', async () => {
    const [there, back] = [join(folder, 'there'), join(folder, 'back')]
    const store = new S3Store(bucket.settings)
    const original = diskStoreIn(server.ctx.config.dataDir)
    await backUp(server, there)
    const moved = await restore(there, store)
    try {
      const names = (await listedIn(original)).sort()
      expect((await listedIn(store)).sort()).toEqual(names)
      for await (const finding of checkFiles(moved.database.db, store)) expect(finding).toBeNull()
      await backUp(moved, back, null, store)
      const returned = await restore(back)
      try {
        const disk = diskStoreIn(returned.ctx.config.dataDir)
        for (const name of names)
          expect(await contentOf(await disk.read(name))).toBe(await contentOf(await original.read(name)))
        for await (const finding of checkFiles(returned.database.db, disk)) expect(finding).toBeNull()
      } finally {
        await returned.close()
      }
    } finally {
      for (const name of await listedIn(store)) await store.remove(name)
      await moved.close()
    }
  })
})
