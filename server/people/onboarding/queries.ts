import type { Db } from '../../kernel/db/database.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    onboarding_step: { user_id: number; realm_id: number; name: string; at: number }
  }
}

interface Viewer {
  readonly realmId: number
  readonly userId: number
}

export const selectSteps = (db: Db, { realmId, userId }: Viewer) =>
  db.selectFrom('onboarding_step').select('name').where('user_id', '=', userId).where('realm_id', '=', realmId)

export async function stepsSeen(db: Db, viewer: Viewer): Promise<ReadonlySet<string>> {
  const rows = await selectSteps(db, viewer).execute()
  return new Set(rows.map(({ name }) => name))
}

export const insertStep = (db: Db, { realmId, userId }: Viewer, name: string, now: number): Promise<unknown> =>
  db.insertInto('onboarding_step').values({ realm_id: realmId, user_id: userId, name, at: now }).execute()
