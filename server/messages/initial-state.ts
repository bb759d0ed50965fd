import { selectMaxMessageId, shownMaxMessageId } from '../kernel/ledger/newest-received-sql.ts'
import { type StateSlice, wantRows } from '../kernel/register/snapshot.ts'

export const messagesState: StateSlice = {
  types: ['message'],
  take: ({ user }) =>
    wantRows(
      () => selectMaxMessageId(user),
      (rows) => ({ max_message_id: shownMaxMessageId(rows) }),
    ),
}
