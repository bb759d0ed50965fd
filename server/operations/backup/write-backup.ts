import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { VERSION } from '../../kernel/base/version.ts'
import { openPool } from '../../kernel/db/database.ts'
import { requireSecretOf } from '../../kernel/db/database-secret.ts'
import type { FileStore } from '../../kernel/files/file-store.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { copyOut } from './copy.ts'
import { listCounters, listTables, setSession } from './describe-database.ts'
import { archiveFiles, archiveNewFiles } from './files.ts'
import {
  COUNTERS_ENTRY,
  columnList,
  FORMAT,
  HEAD_ENTRY,
  type Head,
  qualified,
  SECRET_ENTRY,
  TABLES_ENTRY,
  type Table,
  tablePrefix,
} from './format.ts'
import type { Progress } from './progress.ts'

export interface BackupSource {
  readonly connection: pg.PoolConfig
  readonly store: FileStore
  readonly secretFile: string
  /** Seconds. */
  readonly now: number
}

/**
 * The bytes of a backup, before compression. The files come first and the database after them, from one snapshot. Every
 * file that the snapshot names is in the archive, although a running server may remove it meanwhile.
 */
export async function* writeBackup(source: BackupSource, progress: Progress): AsyncGenerator<Buffer> {
  const { pool, db, close } = openPool({ ...source.connection, max: 2 })
  const client = await pool.connect()
  try {
    await setSession(client)
    await requireSecretOf(db, source.secretFile)
    const archive = new ArchiveWriter(source.now)
    yield* archive.json(HEAD_ENTRY, await headOf(client, source.now))
    yield* archive.bytesEntry(SECRET_ENTRY, readFileSync(source.secretFile))
    const to = { archive, store: source.store, progress, names: new Set<string>() }
    yield* archiveFiles(client, to)
    yield* archiveNewFiles(client, to)
    yield* archiveTables(client, archive, progress)
    // Sequences do not follow the snapshot. Read last, they are not behind it.
    yield* archive.json(COUNTERS_ENTRY, await listCounters(client))
    await client.query('rollback')
    yield* archive.end()
  } finally {
    // A backup that stopped in the middle of a table leaves a connection that cannot be used again.
    client.release(true)
    await close()
  }
}

async function headOf(client: pg.ClientBase, at: number): Promise<Head> {
  const { rows: applied } = await client.query<{ name: string }>('select name from migration order by name')
  const { rows: settings } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const migrations = applied.map(({ name }) => name)
  return { format: FORMAT, parley: VERSION, postgres: settings[0]!.version, at, migrations }
}

async function* archiveTables(client: pg.ClientBase, archive: ArchiveWriter, progress: Progress) {
  const tables = await listTables(client)
  yield* archive.json(TABLES_ENTRY, tables)
  for (const table of tables) {
    progress.tables += 1
    if (isOfProcesses(table)) continue
    let number = 0
    for await (const rows of copyOut(client, `copy ${qualified(table)} (${columnList(table)}) to stdout`)) {
      number += 1
      progress.step(rows.length)
      yield* archive.bytesEntry(`${tablePrefix(table)}${number}`, rows)
    }
  }
}

/** Running servers are not part of the data. */
const isOfProcesses = ({ schema, name }: Table): boolean => schema === 'public' && name === 'node'
