import type { ParamsOf } from '../../api/contract.ts'
import type { getStreams } from '../../api/endpoints/channels.ts'
import type { ListedChannel } from '../../api/objects/channel.ts'
import { hasContentAccess, hasMetadataAccess } from '../kernel/access/channel-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/database.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { isGuest } from '../kernel/realm-state/user.ts'
import { presentChannel } from './channel/present.ts'
import { channelFacts } from './channel/queries.ts'

type Options = ParamsOf<typeof getStreams>

export async function listChannels(db: Db, actor: Actor, options: Options): Promise<ListedChannel[]> {
  const facts = await channelFacts(db, actor.realm.id)
  return [...actor.realm.channels.values()]
    .filter((channel) => isWanted(actor, channel, options))
    .map((channel) => ({
      ...presentChannel(actor.realm, channel, facts.get(channel.id)),
      ...(options.include_default ? { is_default: channel.isDefault } : {}),
    }))
}

/** Each option adds channels, but never ones that are hidden from the caller. */
function isWanted({ realm, user }: Actor, channel: Channel, options: Options): boolean {
  if (options.exclude_archived && channel.isArchived) return false
  if (!hasMetadataAccess(realm, user, channel)) return isOwnersChannel({ realm, user }, channel, options)
  if (options.include_all || options.include_all_active) return true
  if (options.include_public && !channel.inviteOnly && !isGuest(user)) return true
  if (options.include_web_public && channel.isWebPublic) return true
  if (options.include_subscribed && realm.memberships.isSubscribed(user.id, channel.id)) return true
  if (options.include_default && channel.isDefault) return true
  if (options.include_can_access_content && hasContentAccess(realm, user, channel)) return true
  return isOwnersChannel({ realm, user }, channel, options)
}

/** A bot may list the subscriptions of its owner. */
const isOwnersChannel = ({ realm, user }: Pick<Actor, 'realm' | 'user'>, channel: Channel, options: Options): boolean =>
  options.include_owner_subscribed &&
  user.botOwnerId !== null &&
  realm.memberships.isSubscribed(user.botOwnerId, channel.id)
