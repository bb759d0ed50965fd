import { type Selectable, sql } from 'kysely'
import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    saved_snippet: {
      id: Id
      realm_id: number
      user_id: number
      title: string
      content: string
      created_at: number
    }
  }
}

export type SnippetRow = Selectable<Tables['saved_snippet']>

/** The oldest first. */
export const selectSnippets = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('saved_snippet').selectAll().where('user_id', '=', userId).where('realm_id', '=', realmId).orderBy('id')

export const snippetsOf = (db: Db, realmId: number, userId: number): Promise<SnippetRow[]> =>
  selectSnippets(db, realmId, userId).execute()

export async function countSnippets(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_snippet where user_id = ${userId}`.execute(db)
  return rows[0]!.count
}

export const insertSnippet = (
  db: Db,
  snippet: Pick<SnippetRow, 'realm_id' | 'user_id' | 'title' | 'content' | 'created_at'>,
): Promise<SnippetRow> => db.insertInto('saved_snippet').values(snippet).returningAll().executeTakeFirstOrThrow()

export const findSnippet = (db: Db, realmId: number, userId: number, id: number): Promise<SnippetRow | undefined> =>
  db
    .selectFrom('saved_snippet')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()

export const updateSnippet = (
  db: Db,
  { id, title, content }: Pick<SnippetRow, 'id' | 'title' | 'content'>,
): Promise<unknown> => db.updateTable('saved_snippet').set({ title, content }).where('id', '=', id).execute()

export const deleteSnippet = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('saved_snippet').where('id', '=', id).execute()
