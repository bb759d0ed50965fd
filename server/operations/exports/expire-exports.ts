import { seconds } from '../../kernel/base/clock.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { deleteExport } from './delete-export.ts'
import { deleteEnded, listExports } from './queries.ts'
import { failExport } from './run-export.ts'
import { KEPT_DAYS } from './tell-requester.ts'

const DAY = 86_400
const KEPT_SECONDS = KEPT_DAYS * DAY
/** All tries of a job take less. */
const PENDING_SECONDS = 2 * DAY

/** Deletes old archives, and the entries of exports that ended long ago. Exports whose job was lost have failed. */
export async function expireExports(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  const now = seconds(context.clock)
  const rows = await listExports(db, realmId)
  if (rows.length === 0) return
  const { state: realm } = await context.realms.live(realmId)
  for (const row of rows) {
    signal.throwIfAborted()
    if (row.state === 'pending' && row.requested_at < now - PENDING_SECONDS)
      await failExport(context, realm, row, 'error')
    if (row.state === 'done' && row.requested_at < now - KEPT_SECONDS) {
      const url = context.addressOf(realm)
      const name = await context.transact(realmId, (tx) => deleteExport(tx, row, url))
      await context.files.discard([name])
    }
  }
  await deleteEnded(db, realmId, now - KEPT_SECONDS)
}
