import { isGuest } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { presentDefaultGroups } from './present.ts'

/** After a change: sends all groups to everyone but guests, who do not see them. */
export function emitDefaultGroups(tx: Tx): void {
  const guests = [...tx.realm.users.values()].filter((user) => user.isActive && isGuest(user)).map(({ id }) => id)
  tx.emit(
    { type: 'default_stream_groups', default_stream_groups: presentDefaultGroups(tx.realm) },
    { to: 'everyone', except: guests },
  )
}
