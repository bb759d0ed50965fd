import type pg from 'pg'
import { openPool } from '../../kernel/db/database.ts'
import { migrations } from '../../kernel/db/migrations/index.ts'
import type { FileStore } from '../../kernel/files/file-store.ts'
import { type BackupFile, type Entry, readBackup, readText } from './archive-reader.ts'
import {
  COUNTERS_ENTRY,
  type Counter,
  FILE_PREFIX,
  type Head,
  SECRET_ENTRY,
  TABLES_ENTRY,
  type Table,
} from './format.ts'
import type { Progress } from './progress.ts'
import { DatabaseRestore } from './restore-database.ts'
import { placeSecret } from './restore-target.ts'

const KNOWN = migrations.map(({ name }) => name)

/** Reads the whole file and refuses it if anything in it is missing or changed. Returns its first entry and secret. */
export async function checkBackup(file: BackupFile, progress: Progress): Promise<{ head: Head; secret: string }> {
  let head: Head | undefined
  let secret = ''
  for await (const entry of readBackup(file, KNOWN)) {
    if ('head' in entry) head = entry.head
    else {
      if (entry.name === SECRET_ENTRY) secret = await readText(entry)
      progress.step(entry.size)
    }
  }
  return { head: head!, secret }
}

export interface RestoreTarget {
  readonly connection: pg.PoolConfig
  readonly store: FileStore
  readonly secretFile: string
}

/**
 * Restores a checked backup into a database that has only the job tables, which their library makes in transactions of
 * its own. The commit is the last step: before it, the database is empty for everybody else.
 */
export async function restoreBackup(file: BackupFile, target: RestoreTarget, progress: Progress): Promise<void> {
  const { pool, close } = openPool({ ...target.connection, max: 1 })
  const client = await pool.connect()
  try {
    await restoreThrough(client, file, target, progress)
  } finally {
    client.release(true)
    await close()
  }
}

async function restoreThrough(
  client: pg.ClientBase,
  file: BackupFile,
  { store, secretFile }: RestoreTarget,
  progress: Progress,
): Promise<void> {
  let [head, secret, counters]: [Head | undefined, string, Counter[]] = [undefined, '', []]
  let database: DatabaseRestore | undefined
  for await (const entry of readBackup(file, KNOWN)) {
    if ('head' in entry) head = entry.head
    else if (entry.name === SECRET_ENTRY) secret = await readText(entry)
    else if (entry.name === COUNTERS_ENTRY) counters = JSON.parse(await readText(entry)) as Counter[]
    else if (entry.name === TABLES_ENTRY) {
      database = await DatabaseRestore.begin(client, head!)
      const tables = JSON.parse(await readText(entry)) as Table[]
      database.expect(tables)
      progress.tables = tables.length
    } else if (entry.name.startsWith(FILE_PREFIX)) await restoreFile(store, entry, progress)
    else if (!(await database?.load(entry, (bytes) => progress.step(bytes))))
      throw new Error(`the backup has an unknown entry ${entry.name}`)
  }
  await database!.finish(counters, head!)
  await placeSecret(secretFile, secret)
  await database!.commit()
}

async function restoreFile(store: FileStore, entry: Entry, progress: Progress): Promise<void> {
  const name = entry.name.slice(FILE_PREFIX.length)
  // A killed restore may have left a part of it.
  await store.remove(name)
  await store.write(name, entry.content())
  progress.files += 1
  progress.step(entry.size)
}
