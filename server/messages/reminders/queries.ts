import type { Insertable, Selectable } from 'kysely'
import type { ColumnWithDefault, Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    reminder: {
      id: Id
      realm_id: number
      user_id: number
      message_id: number
      note: string
      content: string
      rendered: string
      deliver_at: number
      failed: ColumnWithDefault<boolean>
    }
  }
}

export type ReminderRow = Selectable<Tables['reminder']>

/** The owner's reminders in the order of delivery. */
export const selectReminders = (db: Db, realmId: number, userId: number) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('deliver_at')
    .orderBy('id')

export const listReminders = (db: Db, realmId: number, userId: number): Promise<ReminderRow[]> =>
  selectReminders(db, realmId, userId).execute()

export async function countReminders(db: Db, realmId: number, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('reminder')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export const loadReminder = (db: Db, realmId: number, id: number): Promise<ReminderRow | undefined> =>
  db.selectFrom('reminder').selectAll().where('id', '=', id).where('realm_id', '=', realmId).executeTakeFirst()

export const insertReminder = (db: Db, row: Insertable<Tables['reminder']>): Promise<ReminderRow> =>
  db.insertInto('reminder').values(row).returningAll().executeTakeFirstOrThrow()

export const markReminderFailed = (db: Db, { id, realm_id: realmId }: ReminderRow): Promise<unknown> =>
  db.updateTable('reminder').set({ failed: true }).where('id', '=', id).where('realm_id', '=', realmId).execute()

export const deleteReminderRow = (db: Db, { id, realm_id: realmId }: ReminderRow): Promise<unknown> =>
  db.deleteFrom('reminder').where('id', '=', id).where('realm_id', '=', realmId).execute()
