import { expect } from 'vitest'
import { features } from '../../server/features.ts'
import { openPool } from '../../server/kernel/db/database.ts'
import { allOf } from '../../server/kernel/feature.ts'
import { type Finding, fsck } from '../../server/operations/fsck/fsck.ts'

/** Every fault test ends with this check that the stored data is consistent. */
export async function expectConsistent(databaseUrl: string): Promise<void> {
  // A pool, because it handles a connection that the other side ends, for example when the database is dropped.
  const { db, close } = openPool({ connectionString: databaseUrl, max: 1 })
  const findings: Finding[] = []
  for await (const finding of fsck(db, allOf(features, 'invariants'))) findings.push(finding)
  await close()
  expect(findings).toEqual([])
}
