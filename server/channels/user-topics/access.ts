import { badRequest } from '../../../api/errors.ts'
import { findChannel, hasContentAccess } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'

const invalidChannel = () => badRequest('Invalid channel ID')

/** A channel whose messages the caller may read; also an archived one. */
export function requireReadableChannel(actor: Actor, nameOrId: number | string): Channel {
  const channel = findChannel(actor, nameOrId)
  if (!channel || !hasContentAccess(actor.realm, actor.user, channel)) throw invalidChannel()
  return channel
}

/** A channel whose topics the caller may mute, unmute and follow. */
export function requireActiveReadableChannel(actor: Actor, nameOrId: number | string): Channel {
  const channel = requireReadableChannel(actor, nameOrId)
  if (channel.isArchived) throw invalidChannel()
  return channel
}
