import type { StateSlice } from '../register/snapshot.ts'
import { presentScheduled } from './present.ts'
import { listScheduled } from './queries.ts'

export const scheduledMessagesState: StateSlice = {
  types: ['scheduled_messages'],
  take:
    ({ realm, user }) =>
    async (db) => ({ scheduled_messages: (await listScheduled(db, realm.id, user.id)).map(presentScheduled) }),
}
