import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { type Finding, fsck } from '../../server/fsck/fsck.ts'

/** Every fault test ends with it: whatever happened, the stored data is consistent. */
export async function expectConsistent(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const findings: Finding[] = []
  for await (const finding of fsck(db)) findings.push(finding)
  await db.destroy()
  expect(findings).toEqual([])
}
