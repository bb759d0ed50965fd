import { releaseFiles } from '../../kernel/files/claim-files.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { archiveFile } from './archive-file.ts'
import { emitExports } from './emit-exports.ts'
import { type ExportRow, markDeleted } from './queries.ts'

/** Deletes the archive of a finished export. Returns the name of its file, which is removed after the commit. */
export async function deleteExport(tx: Tx, row: ExportRow, url: string): Promise<string> {
  const name = archiveFile(row.realm_id, row.token!)
  await markDeleted(tx.db, row, tx.now)
  await releaseFiles(tx, [name])
  await emitExports(tx, url)
  tx.audit({ action: 'export deleted', target: { kind: 'realm', id: row.realm_id }, details: { export: row.id } })
  return name
}
