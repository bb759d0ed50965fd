import { realmsWithUnused, unusedBefore } from '../../kernel/attachments/queries.ts'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Files } from '../../kernel/files/files.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { removeAttachments } from './remove-attachment.ts'
import { deleteExpired } from './resumable/queries.ts'

/** Five weeks, counted from the upload or from the moment when the last message stopped linking to the file. */
const UNUSED_SECONDS = 5 * 7 * 86_400
const MOST_REALMS = 1_000
const REMOVED_AT_ONCE = 100
const MOST_ROUNDS = 20

interface UnusedContext {
  readonly clock: Clock
  readonly database: { readonly db: Db }
  readonly files: Pick<Files, 'discard'>
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Removes files that nobody needs: no message has linked to them for five weeks, or their upload was given up. */
export async function removeUnusedAttachments(ctx: UnusedContext): Promise<void> {
  const { db } = ctx.database
  await deleteExpired(db, seconds(ctx.clock))
  const before = seconds(ctx.clock) - UNUSED_SECONDS
  for (const realmId of await realmsWithUnused(db, before, MOST_REALMS))
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      // Without the lane, because texts are searched. What is found is checked again inside.
      if ((await unusedBefore(db, realmId, before, 1)).length === 0) break
      const released = await ctx.transact(realmId, async (tx) => {
        const rows = await unusedBefore(tx.db, realmId, before, REMOVED_AT_ONCE)
        return rows.length === 0 ? [] : removeAttachments(tx, rows)
      })
      await ctx.files.discard(released)
    }
}
