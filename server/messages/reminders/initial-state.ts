import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentReminder } from './present.ts'
import { type ReminderRow, selectReminders } from './queries.ts'

export const remindersState: StateSlice = {
  types: ['reminders'],
  take: ({ realm, user }) =>
    wantRows<ReminderRow>(
      (db) => selectReminders(db, realm.id, user.id),
      (rows) => ({ reminders: rows.map(presentReminder) }),
    ),
}
