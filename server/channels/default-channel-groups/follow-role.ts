import { users } from '../../kernel/log/audience.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { defaultChannelsFor } from './default-channels.ts'
import { defaultGroupsFor } from './present.ts'

/** To be called after a role was changed: guests see neither the default channels nor their groups. */
export function emitDefaultsTo(tx: Tx, before: User, after: User): void {
  if (isGuest(before) === isGuest(after)) return
  const audience = users(after.id)
  tx.emit({ type: 'default_streams', default_streams: defaultChannelsFor(tx.realm, after) }, audience)
  tx.emit({ type: 'default_stream_groups', default_stream_groups: defaultGroupsFor(tx.realm, after) }, audience)
}
