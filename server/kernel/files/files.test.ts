import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../../test/clock.ts'
import { fillDisk } from '../../../test/full-disk.ts'
import { useServer } from '../../../test/use-server.ts'
import { claimFiles, releaseFiles } from './claim-files.ts'
import { fileName, newFileToken } from './file-name.ts'
import type { SavedFile } from './file-store.ts'
import { oldFiles } from './queries.ts'

const DAY = 86_400
const clock = new TestClock()
const { server } = useServer({ clock })
let folder: string
beforeAll(() => {
  folder = join(server.ctx.config.dataDir, 'uploads')
})
afterEach(async () => {
  await server.database.db.deleteFrom('stored_file').execute()
  rmSync(folder, { recursive: true, force: true })
})

const newName = () => fileName(server.realm.id, 'avatar', newFileToken())
const save = (text = 'x') => server.ctx.files.save(server.realm.id, newName(), [Buffer.from(text)])
const claim = (...files: SavedFile[]) => server.ctx.transact(server.realm.id, (tx) => claimFiles(tx, files))
const release = (...files: SavedFile[]) =>
  server.ctx.transact(server.realm.id, (tx) =>
    releaseFiles(
      tx,
      files.map(({ name }) => name),
    ),
  )
const rows = async () => {
  const found = await server.database.db.selectFrom('stored_file').select(['name', 'state']).execute()
  return Object.fromEntries(found.map(({ name, state }) => [name, state]))
}
const onDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))

/** Either both the bytes and the row exist, or neither. */
async function exists({ name }: SavedFile): Promise<boolean> {
  const file = await server.ctx.files.open(name)
  file?.stream.destroy()
  expect(name in (await rows())).toBe(file !== null)
  return file !== null
}

describe('an unclaimed file', () => {
  test('is swept after a day, but not before', async () => {
    const file = await save()
    clock.pass(DAY)
    await server.ctx.files.sweep()
    expect(await exists(file)).toBe(true)
    clock.pass(1)
    await server.ctx.files.sweep()
    expect(await exists(file)).toBe(false)
  })

  test('is removed at once when it is discarded', async () => {
    const [file, other] = [await save(), await save()]
    await server.ctx.files.discard([file.name])
    expect(await exists(file)).toBe(false)
    expect(await exists(other)).toBe(true)
  })

  test('cannot be claimed after it was swept', async () => {
    const file = await save()
    await server.ctx.files.discard([file.name])
    await expect(claim(file)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', status: 503 })
  })

  test('cannot be claimed by another organization', async () => {
    const file = await server.ctx.files.save(server.realm.id, newName(), [])
    const elsewhere = server.database.db
      .transaction()
      .execute((db) => claimFiles({ db, realm: { id: server.realm.id + 1 } }, [file]))
    await expect(elsewhere).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await rows()).toEqual({ [file.name]: 'new' })
  })

  test('that a crash interrupted is swept like the others', async () => {
    const stuck = newName()
    await server.database.db
      .insertInto('stored_file')
      .values({ name: stuck, realm_id: server.realm.id, created_at: 0 })
      .execute()
    await server.ctx.files.sweep()
    expect(await rows()).toEqual({})
  })
})

describe('a claimed file', () => {
  test('survives discard and sweep', async () => {
    const file = await save()
    await claim(file)
    await server.ctx.files.discard([file.name])
    clock.pass(400 * DAY)
    await server.ctx.files.sweep()
    expect(await exists(file)).toBe(true)
  })

  test('has its size and hash in its row', async () => {
    const file = await save('hello')
    await claim(file)
    const row = await server.database.db.selectFrom('stored_file').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ size: 5, sha256: file.sha256 })
  })

  test('is swept when its claim was rolled back', async () => {
    const file = await save()
    const undone = server.ctx.transact(server.realm.id, async (tx) => {
      await claimFiles(tx, [file])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await server.ctx.files.discard([file.name])
    expect(await exists(file)).toBe(false)
  })

  test('is removed after it was released, at the latest by the sweep', async () => {
    const [one, other, kept] = [await save(), await save(), await save()]
    await claim(one, other, kept)
    await release(one, other)
    await server.ctx.files.discard([one.name, kept.name])
    expect([await exists(one), await exists(other), await exists(kept)]).toEqual([false, true, true])
    await server.ctx.files.sweep()
    expect([await exists(other), await exists(kept)]).toEqual([false, true])
  })
})

test('nothing is left of a file that could not be saved: no row and no bytes', async () => {
  const freeDisk = fillDisk(folder)
  await expect(save()).rejects.toMatchObject({ code: 'ENOSPC' })
  freeDisk()
  expect(await rows()).toEqual({})
  expect(onDisk()).toEqual([])
})

test('many files are swept at once', async () => {
  const values = Array.from({ length: 1_201 }, () => ({ name: newName(), realm_id: server.realm.id, created_at: 0 }))
  await server.database.db.insertInto('stored_file').values(values).execute()
  await server.ctx.files.sweep()
  expect(await rows()).toEqual({})
})

test('the sweep finds its files by an index, however many are claimed', async () => {
  const claimed = Array.from({ length: 2_000 }, () => ({ name: newName(), realm_id: server.realm.id, created_at: 0 }))
  const { db } = server.database
  await db.insertInto('stored_file').values(claimed).execute()
  await db.updateTable('stored_file').set({ state: 'claimed' }).execute()
  await sql`analyze stored_file`.execute(db)
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain ${oldFiles(5, 500)}`.execute(db)
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toContain('stored_file_unclaimed')
  expect(lines).not.toContain('Seq Scan')
})
