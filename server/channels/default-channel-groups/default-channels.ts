import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'

/** The channels that new people are subscribed to. */
export const defaultChannels = (realm: RealmState): Channel[] =>
  [...realm.channels.values()].filter((channel) => channel.isDefault && !channel.isArchived)

export const defaultChannelIds = (realm: RealmState): number[] => defaultChannels(realm).map(({ id }) => id)

/** Returns them as somebody sees them. */
export const defaultChannelsFor = (realm: RealmState, viewer: User): number[] =>
  isGuest(viewer) ? [] : defaultChannelIds(realm)

/** After a change: sends the whole list to everyone but guests, who do not see it. */
export function emitDefaultChannels(tx: Tx): void {
  const guests = [...tx.realm.users.values()].filter((user) => user.isActive && isGuest(user)).map(({ id }) => id)
  tx.emit({ type: 'default_streams', default_streams: defaultChannelIds(tx.realm) }, { to: 'everyone', except: guests })
}
