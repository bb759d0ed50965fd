import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seconds, systemClock } from '../../server/kernel/base/clock.ts'
import { openPool } from '../../server/kernel/db/database.ts'
import { diskStoreIn } from '../../server/kernel/files/disk-store.ts'
import type { FileStore } from '../../server/kernel/files/file-store.ts'
import { makeJobTables } from '../../server/kernel/jobs/job-tables.ts'
import { writeFileWhole } from '../../server/operations/backup/backup-file.ts'
import { Progress } from '../../server/operations/backup/progress.ts'
import { checkBackup, restoreBackup } from '../../server/operations/backup/restore.ts'
import { writeBackup } from '../../server/operations/backup/write-backup.ts'
import { createEmptyDatabase } from '../faults/empty-database.ts'
import type { TestDatabase } from '../harness.ts'

/** A database with its data folder, for `startTestServer({ beside })`. */
export interface RestoredServer {
  readonly database: TestDatabase
  readonly ctx: { readonly config: { readonly dataDir: string } }
  close(): Promise<void>
}

interface Source {
  readonly database: { readonly url: string }
  readonly ctx: { readonly config: { readonly dataDir: string } }
}

export async function backUp(
  { database, ctx: { config } }: Source,
  file: string,
  passphrase: string | null = null,
  store: FileStore = diskStoreIn(config.dataDir),
): Promise<void> {
  const connection = { connectionString: database.url }
  const source = { connection, store, secretFile: join(config.dataDir, 'secret'), now: seconds(systemClock) }
  await writeFileWhole({ file, passphrase }, writeBackup(source, new Progress('Backing up')))
}

/** Restores into a new database and a new folder. */
export async function restore(path: string, store?: FileStore): Promise<RestoredServer> {
  const file = { file: path, passphrase: null }
  const empty = await createEmptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-restored-'))
  const target = { store: store ?? diskStoreIn(dataDir), secretFile: join(dataDir, 'secret') }
  await checkBackup(file, new Progress('Checking'))
  await makeJobTables({ connectionString: empty.url })
  await restoreBackup(file, { ...target, connection: { connectionString: empty.url } }, new Progress('Restoring'))
  const database = openPool({ connectionString: empty.url })
  const close = async () => {
    await database.close()
    await empty.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database: { ...database, url: empty.url, close }, ctx: { config: { dataDir } }, close }
}
