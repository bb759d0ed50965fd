import { expect } from 'vitest'
import { openPool } from '../../server/db/database.ts'
import { type Finding, fsck } from '../../server/fsck/fsck.ts'

/** Every fault test ends with it: whatever happened, the stored data is consistent. */
export async function expectConsistent(databaseUrl: string): Promise<void> {
  // It knows that a connection may be ended from the other side, as happens when the database is dropped right afterwards.
  const { db, close } = openPool({ connectionString: databaseUrl, max: 1 })
  const findings: Finding[] = []
  for await (const finding of fsck(db)) findings.push(finding)
  await close()
  expect(findings).toEqual([])
}
