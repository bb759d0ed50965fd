import type { StateSlice } from '../register/snapshot.ts'
import { presentReminder } from './present.ts'
import { listReminders } from './queries.ts'

export const remindersState: StateSlice = {
  types: ['reminders'],
  take:
    ({ realm, user }) =>
    async (db) => ({ reminders: (await listReminders(db, realm.id, user.id)).map(presentReminder) }),
}
