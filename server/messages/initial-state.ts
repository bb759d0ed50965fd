import type { StateSlice } from '../register/snapshot.ts'
import { maxMessageId } from '../users/queries.ts'

export const messagesState: StateSlice = {
  types: ['message'],
  take:
    ({ user }) =>
    async (db) => ({ max_message_id: await maxMessageId(db, user) }),
}
