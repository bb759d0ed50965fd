import { ApiError } from '../../../api/errors.ts'
import type { Db } from '../db/database.ts'
import type { SavedFile } from './file-store.ts'
import { claimNew, releaseClaimed } from './queries.ts'

/** The part of a transaction that is needed here. */
interface FileTx {
  readonly db: Db
  readonly realm: { readonly id: number }
}

/** Keeps these files: they stay if the transaction commits, and are removed if it does not. */
export async function claimFiles(tx: FileTx, files: readonly SavedFile[]): Promise<void> {
  const claimed = await claimNew(tx.db, tx.realm.id, files)
  // The sweep has released them. That happens only if the clock jumps by a day.
  if (claimed !== files.length) throw new ApiError('REQUEST_TIMEOUT', 'The upload took too long, try again')
}

/** Releases files that are no longer needed after the commit. `Files.discard` then removes them. */
export async function releaseFiles(tx: FileTx, names: readonly string[]): Promise<void> {
  await releaseClaimed(tx.db, tx.realm.id, names)
}
