import type { Db } from '../../kernel/db/database.ts'
import { type Playground, playgroundFromRow } from './record.ts'

export async function insertPlayground(db: Db, realmId: number, wanted: Omit<Playground, 'id'>): Promise<Playground> {
  const row = await db
    .insertInto('playground')
    .values({ realm_id: realmId, name: wanted.name, language: wanted.language, url_template: wanted.urlTemplate })
    .returningAll()
    .executeTakeFirstOrThrow()
  return playgroundFromRow(row)
}

export const deletePlaygroundRow = (db: Db, realmId: number, id: number): Promise<unknown> =>
  db.deleteFrom('playground').where('id', '=', id).where('realm_id', '=', realmId).execute()
