import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import { diskStoreIn } from '../../kernel/files/disk-store.ts'
import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import { checkFiles } from './check-files.ts'
import type { Finding } from './fsck.ts'

const { server } = useServer()
afterEach(async () => {
  await server.database.db.deleteFrom('stored_file').execute()
  rmSync(join(server.ctx.config.dataDir, 'uploads'), { recursive: true, force: true })
})

const store = () => diskStoreIn(server.ctx.config.dataDir)
const newName = () => fileName(server.realm.id, 'avatar', newFileToken())

async function claimed(text: string): Promise<string> {
  const file = await server.ctx.files.save(server.realm.id, newName(), [Buffer.from(text)])
  await server.ctx.transact(server.realm.id, (tx) => claimFiles(tx, [file]))
  return file.name
}

async function findings(): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of checkFiles(server.database.db, store())) found.push(finding)
  return found
}

test('finds nothing if rows and files match, or if there are none', async () => {
  expect(await findings()).toEqual([])
  await claimed('hello')
  // Not claimed yet, so its bytes may still be missing.
  await server.database.db
    .insertInto('stored_file')
    .values({ name: newName(), realm_id: server.realm.id, created_at: 0 })
    .execute()
  expect(await findings()).toEqual([])
})

test('reports a claimed file that is missing or has another size', async () => {
  const [lost, cut] = [await claimed('hello'), await claimed('hello')]
  await store().remove(lost)
  await store().remove(cut)
  await store().write(cut, [Buffer.from('hell')])
  const details = [`${lost} is missing`, `${cut} has 4 bytes instead of 5`].sort()
  expect((await findings()).map(({ detail }) => detail).sort()).toEqual(details)
})

test('reports a file without a row', async () => {
  const name = newName()
  await store().write(name, [Buffer.from('x')])
  expect(await findings()).toEqual([{ invariant: 'file-known', detail: `${name} has no row` }])
})

test('reports some of many', async () => {
  for (let count = 0; count < 30; count += 1) await store().write(newName(), [])
  expect(await findings()).toHaveLength(20)
})
