import { ApiError } from '../../api/errors.ts'
import type { Tx } from '../log/transact.ts'
import type { SavedFile } from './files.ts'
import { claimNew, releaseClaimed } from './queries.ts'

type FileTx = Pick<Tx, 'db' | 'realmId'>

/** Keeps these files: they stay when the transaction commits, and are removed when it does not. */
export async function claimFiles(tx: FileTx, files: readonly SavedFile[]): Promise<void> {
  const claimed = await claimNew(tx.db, tx.realmId, files)
  // The sweep has released them: only a clock that jumps by a day makes it come first.
  if (claimed !== files.length) throw new ApiError('REQUEST_TIMEOUT', 'The upload took too long, try again')
}

/** Nothing needs these files once the transaction commits; `Files.discard` removes them then. */
export async function releaseFiles(tx: FileTx, names: readonly string[]): Promise<void> {
  await releaseClaimed(tx.db, tx.realmId, names)
}
