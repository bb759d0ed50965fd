import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentScheduled } from './present.ts'
import { type ScheduledRow, selectScheduled } from './queries.ts'

export const scheduledMessagesState: StateSlice = {
  types: ['scheduled_messages'],
  take: ({ realm, user }) =>
    wantRows<ScheduledRow>(
      (db) => selectScheduled(db, realm.id, user.id),
      (rows) => ({ scheduled_messages: rows.map(presentScheduled) }),
    ),
}
