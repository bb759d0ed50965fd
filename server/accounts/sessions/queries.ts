import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Session } from '../../kernel/realm-state/records/sessions.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    session: {
      id: Id
      realm_id: number
      user_id: number
      token_hash: string
      /** Browser and system, for the list of devices. */
      device: string
      created_at: number
      last_used_at: number
    }
  }
}

export interface NewSession {
  readonly tokenHash: string
  readonly device: string
}

export async function insertSession(
  db: Db,
  realmId: number,
  userId: number,
  { tokenHash, device }: NewSession,
  now: number,
): Promise<Session> {
  const times = { created_at: now, last_used_at: now }
  const values = { realm_id: realmId, user_id: userId, token_hash: tokenHash, device, ...times }
  const { id } = await db.insertInto('session').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, tokenHash, device, createdAt: now, lastUsedAt: now }
}

export const updateLastUse = (db: Db, realmId: number, id: number, now: number) =>
  db.updateTable('session').set({ last_used_at: now }).where('realm_id', '=', realmId).where('id', '=', id).execute()

export const deleteSessions = (db: Db, realmId: number, ids: readonly number[]) =>
  db.deleteFrom('session').where('realm_id', '=', realmId).where('id', 'in', ids).execute()

/** People with a session that nobody has used since that time. */
export async function ownersOfUnused(db: Db, realmId: number, since: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('session')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('last_used_at', '<=', since)
    .orderBy('last_used_at')
    .limit(most)
    .execute()
  return [...new Set(rows.map((row) => row.user_id))]
}
