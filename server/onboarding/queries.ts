import type { Db } from '../db/database.ts'

interface Viewer {
  readonly realmId: number
  readonly userId: number
}

export async function stepsSeen(db: Db, { realmId, userId }: Viewer): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('onboarding_step')
    .select('name')
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export const insertStep = (db: Db, { realmId, userId }: Viewer, name: string, now: number): Promise<unknown> =>
  db.insertInto('onboarding_step').values({ realm_id: realmId, user_id: userId, name, at: now }).execute()
