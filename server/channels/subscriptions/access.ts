import { badRequest } from '../../../api/errors.ts'
import { findChannel, mayAdminister } from '../../kernel/access/channel-access.ts'
import { findShownUser } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { mayInChannel } from '../../kernel/realm-state/permissions.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** A channel that is not archived and that the caller may know of. */
export function requireActiveChannel(actor: Actor, id: number): Channel {
  const channel = findChannel(actor, id)
  if (!channel || channel.isArchived) throw badRequest('Invalid channel ID')
  return channel
}

/** A channel that the caller is subscribed to. */
export function requireSubscribed(actor: Actor, id: number): Channel {
  const channel = requireActiveChannel(actor, id)
  if (!actor.realm.memberships.isSubscribed(actor.user.id, id)) throw badRequest(`Not subscribed to channel ID ${id}`)
  return channel
}

/** A user whose subscriptions the caller asks for. */
export function requireActiveUser({ realm, user }: Actor, id: number): User {
  const found = findShownUser(realm, user, id)
  if (!found) throw badRequest('No such user')
  if (!found.isActive) throw badRequest('User is deactivated')
  return found
}

/** Channels by their names. A channel that the caller may not know of is reported like one that does not exist. */
export function requireNamedChannels(actor: Actor, names: readonly string[]): Channel[] {
  const missing: string[] = []
  const found = new Set<Channel>()
  for (const name of names) {
    const channel = actor.realm.channelByName(name.trim())
    if (channel && findChannel(actor, channel.id)) found.add(channel)
    else missing.push(name)
  }
  if (missing.length > 0) throw badRequest(`Channel(s) (${missing.join(', ')}) do not exist`)
  return [...found]
}

/** Everybody may unsubscribe themselves and their own bots. The caller must know of the channel. */
export function mayUnsubscribe({ realm, user }: Actor, channel: Channel, people: readonly User[]): boolean {
  const others = people.filter((person) => person.id !== user.id && person.botOwnerId !== user.id)
  return (
    others.length === 0 ||
    mayAdminister(realm, user, channel) ||
    mayInChannel(realm, user, channel, 'can_remove_subscribers_group')
  )
}
