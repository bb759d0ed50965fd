import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { loadReminder, type ReminderRow } from './queries.ts'

/** Loads and checks in one call. Only the owner knows that it exists. */
export async function findReminder(db: Db, { realm, user }: Actor, id: number): Promise<ReminderRow> {
  const row = await loadReminder(db, realm.id, id)
  if (row?.user_id !== user.id) throw new ApiError('BAD_REQUEST', 'Reminder does not exist', { status: 404 })
  return row
}
