import { type Selectable, sql } from 'kysely'
import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    draft: {
      id: Id
      realm_id: number
      user_id: number
      type: '' | 'stream' | 'private'
      /** The id of a channel, or ids of users. */
      recipients: number[]
      topic: string
      content: string
      edited_at: number
    }
  }
}

export type DraftRow = Selectable<Tables['draft']>

/** A draft without what the database adds. */
export type NewDraft = Pick<DraftRow, 'type' | 'recipients' | 'topic' | 'content' | 'edited_at'>

/** All drafts of a person, the one that was edited last at the end. */
export const selectDrafts = (db: Db, realmId: number, userId: number) =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .orderBy('edited_at')
    .orderBy('id')

export const draftsOf = (db: Db, realmId: number, userId: number): Promise<DraftRow[]> =>
  selectDrafts(db, realmId, userId).execute()

export async function countDrafts(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from draft where user_id = ${userId}`.execute(db)
  return rows[0]!.count
}

export const findDraft = (db: Db, realmId: number, userId: number, id: number): Promise<DraftRow | undefined> =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()

/** Inserts drafts in the given order. */
export async function insertDrafts(
  db: Db,
  realmId: number,
  userId: number,
  drafts: readonly NewDraft[],
): Promise<DraftRow[]> {
  const rows = await db
    .insertInto('draft')
    .values(
      drafts.map((draft) => ({ ...draft, recipients: [...draft.recipients], realm_id: realmId, user_id: userId })),
    )
    .returningAll()
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

export const replaceDraft = (db: Db, id: number, draft: NewDraft): Promise<DraftRow> =>
  db.updateTable('draft').set(draft).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes one draft of a person, or all of them. Returns the ids of those that were there. */
export async function removeDrafts(db: Db, realmId: number, userId: number, id: number | 'all'): Promise<number[]> {
  const all = db.deleteFrom('draft').where('user_id', '=', userId).where('realm_id', '=', realmId).returning('id')
  const rows = await (id === 'all' ? all : all.where('id', '=', id)).execute()
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/** Those of these people who have drafts. */
export async function usersWithDrafts(db: Db, realmId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from draft where realm_id = ${realmId} and user_id = any(${userIds}::int[])
    order by user_id`.execute(db)
  return rows.map((row) => row.user_id)
}
