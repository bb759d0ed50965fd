import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import { newFileToken } from '../../kernel/files/file-name.ts'
import type { Chunks } from '../../kernel/files/file-store.ts'
import { mayComeAgain } from '../../kernel/log/database-failure.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { mayHaveExport } from './access.ts'
import { writeArchive } from './archive.ts'
import { archiveFile } from './archive-file.ts'
import { emitExports } from './emit-exports.ts'
import { countTry, type ExportRow, loadExport, markDone, markFailed } from './queries.ts'
import { scopeOf } from './scope.ts'
import { type Failure, tellFailed, tellReady } from './tell-requester.ts'

/** A restart in the middle of the work is a try. */
const MAX_EXPORT_ATTEMPTS = 5

/**
 * Writes the archive of a pending export. A file of an earlier try, which a crash ended, is never claimed and is removed
 * by the sweep.
 */
export async function runExport(
  context: WorkContext,
  realm: RealmState,
  exportId: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, longDb } = context.database
  const row = await loadExport(db, realm.id, exportId)
  if (row?.state !== 'pending') return
  const requester = realm.users.get(row.user_id)
  const isPermitted = requester && mayHaveExport(requester, row.type, context.config.ownerFullExports)
  if (!isPermitted || realm.isDeactivated) return failExport(context, realm, row, 'forbidden')
  if (row.tries >= MAX_EXPORT_ATTEMPTS) return failExport(context, realm, row, 'error')
  await countTry(db, row)
  const token = newFileToken()
  const name = archiveFile(realm.id, token)
  try {
    const source = { db: longDb, files: context.files, signal }
    const content = writeArchive(source, realm, scopeOf(realm, row.type, requester), row)
    const saved = await context.files.save(realm.id, name, compressed(content))
    await context.transact(realm.id, async (tx) => {
      if (!(await markDone(tx.db, row, { token, size: saved.size }))) return
      await claimFiles(tx, [saved])
      const url = context.addressOf(realm)
      await emitExports(tx, url)
      await tellReady(tx, row, { token, url })
    })
    // Does nothing to a file that was claimed.
    await context.files.discard([name])
  } catch (error) {
    // The process stops, or the database is away: the job runs again.
    signal.throwIfAborted()
    if (mayComeAgain(error)) throw error
    context.logger.error({ err: error, realm: realm.id, export: row.id }, 'an export failed')
    await failExport(context, realm, row, 'error')
  }
}

/** An error of the source ends the compressed stream with the same error. */
export function compressed(content: AsyncIterable<Buffer>): Chunks {
  const source = Readable.from(content, { objectMode: false })
  return pipeline(source, createGzip(), () => {})
}

export async function failExport(
  { transact, addressOf }: Pick<WorkContext, 'transact' | 'addressOf'>,
  realm: RealmState,
  row: ExportRow,
  failure: Failure,
): Promise<void> {
  await transact(realm.id, async (tx) => {
    if (!(await markFailed(tx.db, row, tx.now))) return
    await emitExports(tx, addressOf(realm))
    await tellFailed(tx, row, failure)
  })
}
