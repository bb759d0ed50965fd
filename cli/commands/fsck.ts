import { openPool } from '../../server/db/database.ts'
import { requireSecretOf } from '../../server/db/database-secret.ts'
import { fsck, invariants } from '../../server/fsck/fsck.ts'
import type { Input } from '../command.ts'
import { type Opened, withDatabase } from '../with-database.ts'

export const run = async (input: Input): Promise<void> => {
  const { secretFile } = input.config
  if (!input.isOn('list')) return withDatabase(input, (opened) => check(opened, secretFile), { readOnly: true })
  for (const { name, holds } of invariants) console.log(`${name}: ${holds}`)
}

async function check({ database }: Opened, secretFile: string): Promise<void> {
  const { db, close } = openPool(database.connection)
  try {
    // Data that no start accepts is not whole, however consistent.
    await requireSecretOf(db, secretFile)
    // One snapshot: beside a running server nothing else shows a state that ever existed.
    const damaged = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
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
  } finally {
    await close()
  }
}
