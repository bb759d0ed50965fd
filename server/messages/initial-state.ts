import { type StateSlice, wantRows } from '../register/snapshot.ts'
import { selectMaxMessageId, shownMaxMessageId } from '../users/queries.ts'

export const messagesState: StateSlice = {
  types: ['message'],
  take: ({ user }) =>
    wantRows(
      () => selectMaxMessageId(user),
      (rows) => ({ max_message_id: shownMaxMessageId(rows) }),
    ),
}
