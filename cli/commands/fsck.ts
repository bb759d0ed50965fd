import { fsck, invariants } from '../../server/fsck/fsck.ts'
import type { Input } from '../command.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  if (input.isOn('list')) {
    for (const { name, holds } of invariants) console.log(`${name}: ${holds}`)
    return
  }
  await withContext(input, async (ctx) => {
    // One snapshot: beside a running server nothing else shows a state that ever existed.
    const damaged = await ctx.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        let count = 0
        for await (const { invariant, detail } of fsck(tx)) {
          count += 1
          console.log(`${invariant}: ${detail}`)
        }
        return count
      })
    if (damaged > 0) process.exitCode = 1
    else console.log(`Everything is consistent: ${invariants.length} things were checked.`)
  })
}
