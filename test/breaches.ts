import { features } from '../server/features.ts'
import { allOf } from '../server/kernel/feature.ts'
import { type Finding, fsck } from '../server/operations/fsck/fsck.ts'
import type { TestServer } from './harness.ts'

/** What fsck finds wrong in the database of a server. */
export async function breaches({ database }: TestServer): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of fsck(database.db, allOf(features, 'invariants'))) found.push(finding)
  return found
}
