import type pg from 'pg'
import type { FileStore } from '../../kernel/files/file-store.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { FILE_PREFIX } from './format.ts'
import type { Progress } from './progress.ts'

export interface FileTarget {
  readonly archive: ArchiveWriter
  readonly store: FileStore
  readonly progress: Progress
  /** The files that are in the archive. */
  readonly names: Set<string>
}

const AT_ONCE = 500
/** A file may be removed between the snapshot and its reading. Another snapshot no longer names it. */
const MAX_SNAPSHOTS = 10

/** Archives the files that exist now. */
export async function* archiveFiles(client: pg.ClientBase, to: FileTarget): AsyncGenerator<Buffer> {
  for await (const { name } of namedFiles(client)) yield* archiveFile(name, to)
}

/**
 * Takes the snapshot and archives the files that it names and that are not in the archive yet. The transaction stays
 * open, for the tables.
 */
export async function* archiveNewFiles(client: pg.ClientBase, to: FileTarget): AsyncGenerator<Buffer> {
  for (let left = MAX_SNAPSHOTS; ; left -= 1) {
    await client.query('begin isolation level repeatable read read only')
    const missing: string[] = []
    for await (const { name, isClaimed } of namedFiles(client)) {
      if (to.names.has(name)) continue
      yield* archiveFile(name, to)
      if (isClaimed && !to.names.has(name)) missing.push(name)
    }
    if (missing.length === 0) return
    if (left === 1) {
      for (const name of missing) process.stderr.write(`The file ${name} is missing in the store; "parley fsck" too.\n`)
      return
    }
    await client.query('rollback')
  }
}

async function* archiveFile(name: string, { archive, store, progress, names }: FileTarget): AsyncGenerator<Buffer> {
  const file = await store.read(name)
  if (!file) return
  names.add(name)
  progress.files += 1
  progress.step(file.size)
  yield* archive.stream(`${FILE_PREFIX}${name}`, file.size, file.stream)
}

async function* namedFiles(client: pg.ClientBase): AsyncGenerator<{ name: string; isClaimed: boolean }> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ name: string; isClaimed: boolean }>(
      `select name, state = 'claimed' as "isClaimed" from stored_file
       where state <> 'released' and name > $1 order by name limit ${AT_ONCE}`,
      [after],
    )
    yield* rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.name
  }
}
