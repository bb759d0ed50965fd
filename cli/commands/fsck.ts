import { features } from '../../server/features.ts'
import type { OpenedDatabase } from '../../server/kernel/db/connect.ts'
import { openPool } from '../../server/kernel/db/database.ts'
import { requireSecretOf } from '../../server/kernel/db/database-secret.ts'
import { allOf } from '../../server/kernel/feature.ts'
import { openFileStore } from '../../server/kernel/files/open-store.ts'
import { checkFiles, fileInvariants } from '../../server/operations/fsck/check-files.ts'
import { type Finding, fsck } from '../../server/operations/fsck/fsck.ts'
import type { Input } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const run = async (input: Input): Promise<void> => {
  if (!input.isOn('list'))
    return withDatabase(input, ({ database }) => check(database, input.config), { readOnly: true })
  for (const { name, holds } of ALL) console.log(`${name}: ${holds}`)
}

const invariants = allOf(features, 'invariants')
const ALL = [...invariants, ...fileInvariants]

/** Prints the result. */
export async function check(
  { connection }: Pick<OpenedDatabase, 'connection'>,
  config: Input['config'],
): Promise<void> {
  const { db, close } = openPool(connection)
  try {
    // Data that no start accepts is damaged, even if it is consistent.
    await requireSecretOf(db, config.secretFile)
    // One snapshot, because next to a running server nothing else shows a state that really existed.
    const damaged = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => print(fsck(tx, invariants)))
    const lost = await print(checkFiles(db, openFileStore(config)))
    if (damaged + lost > 0) process.exitCode = 1
    else console.log(`Everything is consistent: ${ALL.length} things were checked.`)
  } finally {
    await close()
  }
}

/** Prints the findings and returns their number. */
async function print(findings: AsyncIterable<Finding>): Promise<number> {
  let count = 0
  for await (const { invariant, detail } of findings) {
    count += 1
    console.log(`${invariant}: ${detail}`)
  }
  return count
}
