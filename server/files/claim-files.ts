import { ApiError } from '../../api/errors.ts'
import type { Db } from '../db/database.ts'
import type { SavedFile } from './file-store.ts'
import { claimNew, releaseClaimed } from './queries.ts'

/** What it needs of a transaction. */
interface FileTx {
  readonly db: Db
  readonly realm: { readonly id: number }
}

/** Keeps these files: they stay when the transaction commits, and are removed when it does not. */
export async function claimFiles(tx: FileTx, files: readonly SavedFile[]): Promise<void> {
  const claimed = await claimNew(tx.db, tx.realm.id, files)
  // The sweep has released them: only a clock that jumps by a day makes it come first.
  if (claimed !== files.length) throw new ApiError('REQUEST_TIMEOUT', 'The upload took too long, try again')
}

/** Nothing needs these files once the transaction commits; `Files.discard` removes them then. */
export async function releaseFiles(tx: FileTx, names: readonly string[]): Promise<void> {
  await releaseClaimed(tx.db, tx.realm.id, names)
}
