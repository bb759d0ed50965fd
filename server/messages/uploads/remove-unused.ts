import { realmsWithUnused, unusedBefore } from '../../kernel/attachments/queries.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { removeAttachments } from './remove-attachment.ts'
import { deleteExpired } from './resumable/queries.ts'

/** Five weeks, counted from the upload or from the moment when the last message stopped linking to the file. */
const UNUSED_SECONDS = 5 * 7 * 86_400
const MAX_REALMS = 1_000
const REMOVED_AT_ONCE = 100
const MAX_ROUNDS = 20

/** Removes files that nobody needs: no message has linked to them for five weeks, or their upload was given up. */
export async function removeUnusedAttachments(ctx: WorkContext): Promise<void> {
  const { db } = ctx.database
  await deleteExpired(db, seconds(ctx.clock))
  const before = seconds(ctx.clock) - UNUSED_SECONDS
  for (const realmId of await realmsWithUnused(db, before, MAX_REALMS))
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // Without the lane, because texts are searched. What is found is checked again inside.
      if ((await unusedBefore(db, realmId, before, 1)).length === 0) break
      const released = await ctx.transact(realmId, async (tx) => {
        const rows = await unusedBefore(tx.db, realmId, before, REMOVED_AT_ONCE)
        return rows.length === 0 ? [] : removeAttachments(tx, rows)
      })
      await ctx.files.discard(released)
    }
}
