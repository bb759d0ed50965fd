import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type ScheduledRow = Selectable<Tables['scheduled_message']>

/** The owner's messages that are not sent yet, in the order of delivery. */
export const selectScheduled = (db: Db, realmId: number, userId: number) =>
  db
    .selectFrom('scheduled_message')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'sent')
    .orderBy('deliver_at')
    .orderBy('id')

export const listScheduled = (db: Db, realmId: number, userId: number): Promise<ScheduledRow[]> =>
  selectScheduled(db, realmId, userId).execute()

export async function countScheduled(db: Db, realmId: number, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('scheduled_message')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'sent')
    .executeTakeFirstOrThrow()
  return count
}

export const loadScheduled = (db: Db, realmId: number, id: number): Promise<ScheduledRow | undefined> =>
  db.selectFrom('scheduled_message').selectAll().where('id', '=', id).where('realm_id', '=', realmId).executeTakeFirst()

export const insertScheduled = (db: Db, row: Insertable<Tables['scheduled_message']>): Promise<ScheduledRow> =>
  db.insertInto('scheduled_message').values(row).returningAll().executeTakeFirstOrThrow()

export const updateScheduled = (
  db: Db,
  { id, realm_id: realmId }: ScheduledRow,
  change: Updateable<Tables['scheduled_message']>,
): Promise<ScheduledRow> =>
  db
    .updateTable('scheduled_message')
    .set(change)
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteScheduled = (db: Db, { id, realm_id: realmId }: ScheduledRow): Promise<unknown> =>
  db.deleteFrom('scheduled_message').where('id', '=', id).where('realm_id', '=', realmId).execute()

/** Removes the records of messages that were due, and sent, before that time. */
export const deleteSentBefore = (db: Db, realmId: number, userId: number, time: number): Promise<unknown> =>
  db
    .deleteFrom('scheduled_message')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('state', '=', 'sent')
    .where('deliver_at', '<', time)
    .execute()
