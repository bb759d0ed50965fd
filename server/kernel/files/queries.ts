import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SavedFile } from './file-store.ts'

export async function insertFile(db: Db, realmId: number, name: string, now: number): Promise<void> {
  await db.insertInto('stored_file').values({ name, realm_id: realmId, created_at: now }).execute()
}

/** Claims the new ones of these files and returns their number. */
export async function claimNew(db: Db, realmId: number, files: readonly SavedFile[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update stored_file f set state = 'claimed', size = saved.size, sha256 = saved.sha256
    from unnest(
      ${files.map(({ name }) => name)}::text[],
      ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ sha256 }) => sha256)}::text[]
    ) as saved(name, size, sha256)
    where f.name = saved.name and f.realm_id = ${realmId} and f.state = 'new'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function releaseClaimed(db: Db, realmId: number, names: readonly string[]): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ state: 'released' })
    .where('name', 'in', names)
    .where('realm_id', '=', realmId)
    .where('state', '=', 'claimed')
    .execute()
}

/**
 * Releases the unclaimed ones of these files, so that they can no longer be claimed. Returns the names of all released
 * ones.
 */
export async function releaseUnclaimed(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('stored_file')
    .set({ state: 'released' })
    .where('name', 'in', names)
    .where('state', '<>', 'claimed')
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Files that were released, or are unclaimed and older than that time. */
export const oldFiles = (before: number, limit: number) => sql<{ name: string }>`
  select name from stored_file where state = 'released'
  union all
  select name from stored_file where state = 'new' and created_at < ${before}
  limit ${limit}`

/** The same for old files with any name. */
export async function releaseOld(db: Db, before: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update stored_file set state = 'released'
    where state <> 'claimed' and name in (${oldFiles(before, limit)})
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

export async function deleteReleased(db: Db, names: readonly string[]): Promise<void> {
  await db.deleteFrom('stored_file').where('name', 'in', names).where('state', '=', 'released').execute()
}
