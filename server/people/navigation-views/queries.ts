import type { Selectable } from 'kysely'
import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    navigation_view: {
      id: Id
      realm_id: number
      user_id: number
      fragment: string
      is_pinned: boolean
      name: string | null
    }
  }
}

export type ViewRow = Selectable<Tables['navigation_view']>

/** The oldest first. */
export const selectViews = (db: Db, realmId: number, userId: number) =>
  db
    .selectFrom('navigation_view')
    .selectAll()
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .orderBy('id')

export const viewsOf = (db: Db, realmId: number, userId: number): Promise<ViewRow[]> =>
  selectViews(db, realmId, userId).execute()

export const insertView = (
  db: Db,
  view: Pick<ViewRow, 'realm_id' | 'user_id' | 'fragment' | 'is_pinned' | 'name'>,
): Promise<ViewRow> => db.insertInto('navigation_view').values(view).returningAll().executeTakeFirstOrThrow()

export const updateView = (
  db: Db,
  { id, is_pinned, name }: Pick<ViewRow, 'id' | 'is_pinned' | 'name'>,
): Promise<unknown> => db.updateTable('navigation_view').set({ is_pinned, name }).where('id', '=', id).execute()

export const deleteView = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('navigation_view').where('id', '=', id).execute()
