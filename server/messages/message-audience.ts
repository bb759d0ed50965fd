import { hasContentAccess } from '../kernel/access/channel-access.ts'
import type { Audience } from '../kernel/log/audience.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'

/** A message as far as its audience depends on it. */
export interface HeldMessage {
  readonly channel_id: number | null
  readonly members: readonly number[] | null
  readonly sender_id: number
}

/**
 * Everybody who has a message: the people of the conversation; or the subscribers, the sender and others with a copy, as
 * far as they may still read the channel. Where history is protected, `receivers` are the only ones who may have it.
 */
export function messageAudience(
  realm: RealmState,
  message: HeldMessage,
  receivers: ReadonlySet<number> | undefined,
  copies: readonly number[] = [],
): Audience {
  if (message.channel_id === null) return { to: 'users', ids: message.members ?? [] }
  const channel = realm.channels.get(message.channel_id)
  const plus = [...new Set([message.sender_id, ...copies])].filter((id) => {
    const user = realm.users.get(id)
    if (!channel || !user?.isActive || realm.memberships.isSubscribed(id, channel.id)) return false
    return (receivers?.has(id) ?? true) && hasContentAccess(realm, user, channel)
  })
  return receivers
    ? audienceAmong(receivers, realm, message.channel_id, plus)
    : { to: 'channel', channel: message.channel_id, plus }
}

/** Those subscribers who received it, and `plus`. */
function audienceAmong(
  receivers: ReadonlySet<number>,
  realm: RealmState,
  channelId: number,
  plus: readonly number[],
): Audience {
  const subscribers = [...realm.memberships.subscribers(channelId)]
  const late = subscribers.filter((id) => !receivers.has(id))
  // The shorter list goes into the log.
  if (late.length <= subscribers.length / 2) return { to: 'channel', channel: channelId, plus, except: late }
  return { to: 'users', ids: [...new Set([...subscribers.filter((id) => receivers.has(id)), ...plus])] }
}

/** The people of such an audience, now. */
export function peopleIn(realm: RealmState, audience: Audience): number[] {
  if (audience.to === 'users') return [...audience.ids]
  if (audience.to !== 'channel') return []
  const except = new Set(audience.except)
  const people = new Set([...realm.memberships.subscribers(audience.channel), ...(audience.plus ?? [])])
  return [...people].filter((id) => !except.has(id))
}
