import type { Db } from '../../kernel/db/database.ts'
import type { Invariant } from '../../kernel/db/invariant.ts'
import type { FileStore } from '../../kernel/files/file-store.ts'
import type { Finding } from './fsck.ts'

export const fileInvariants: readonly Omit<Invariant, 'breaches'>[] = [
  { name: 'file-stored', holds: 'every claimed file is in the store, with its recorded size' },
  { name: 'file-known', holds: 'every file in the store has a row in the database' },
]

const AT_ONCE = 500
const MAX_FINDINGS_PER_INVARIANT = 20

/**
 * Compares the rows of files with the store. A running server may change both meanwhile, so each apparent problem is
 * checked a second time.
 */
export async function* checkFiles(db: Db, store: FileStore): AsyncGenerator<Finding, void, void> {
  yield* atMost(MAX_FINDINGS_PER_INVARIANT, missingFiles(db, store))
  yield* atMost(MAX_FINDINGS_PER_INVARIANT, unknownFiles(db, store))
}

async function* missingFiles(db: Db, store: FileStore): AsyncGenerator<Finding> {
  for (let after = ''; ; ) {
    const rows = await claimedFiles(db).where('name', '>', after).orderBy('name').limit(AT_ONCE).execute()
    for (const { name, size } of rows) {
      const found = await sizeOf(store, name)
      if (found === size || !(await claimedFiles(db).where('name', '=', name).executeTakeFirst())) continue
      const detail = found === null ? `${name} is missing` : `${name} has ${found} bytes instead of ${size}`
      yield { invariant: 'file-stored', detail }
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.name
  }
}

const claimedFiles = (db: Db) => db.selectFrom('stored_file').select(['name', 'size']).where('state', '=', 'claimed')

async function* unknownFiles(db: Db, store: FileStore): AsyncGenerator<Finding> {
  for await (const names of inGroups(store.list())) {
    const rows = await db.selectFrom('stored_file').select('name').where('name', 'in', names).execute()
    const known = new Set(rows.map(({ name }) => name))
    // Bytes are removed before their row, so a file without a row belongs to nothing.
    for (const name of names)
      if (!known.has(name) && (await sizeOf(store, name)) !== null)
        yield { invariant: 'file-known', detail: `${name} has no row` }
  }
}

async function sizeOf(store: FileStore, name: string): Promise<number | null> {
  const file = await store.read(name)
  file?.stream.destroy()
  return file?.size ?? null
}

async function* inGroups(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = []
  for await (const name of names) {
    group.push(name)
    if (group.length < AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

async function* atMost<T>(count: number, items: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let left = count
  for await (const item of items) {
    yield item
    left -= 1
    if (left === 0) return
  }
}
