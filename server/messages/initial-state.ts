import { type StateSlice, wantRows } from '../kernel/register/snapshot.ts'
import { selectMaxMessageId, shownMaxMessageId } from '../people/users/queries.ts'

export const messagesState: StateSlice = {
  types: ['message'],
  take: ({ user }) =>
    wantRows(
      () => selectMaxMessageId(user),
      (rows) => ({ max_message_id: shownMaxMessageId(rows) }),
    ),
}
