import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel, ChannelGroupSetting } from '../../kernel/realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../../kernel/realm-state/permissions.ts'

type DeletionPermission = Extract<ChannelGroupSetting, 'can_delete_any_message_group' | 'can_delete_own_message_group'>

interface DeletableMessage {
  readonly channel_id: number | null
  readonly sender_id: number
  readonly sent_at: number
}

/** Any message with that permission; otherwise one's own and those of one's bots, for some time. */
export function requireMayDelete(actor: Actor, message: DeletableMessage, now: number): void {
  const { realm, user } = actor
  const channel = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  if (may(actor, channel, 'can_delete_any_message_group')) return
  const isOwn = message.sender_id === user.id || realm.users.get(message.sender_id)?.botOwnerId === user.id
  if (!isOwn || !may(actor, channel, 'can_delete_own_message_group'))
    throw badRequest("You don't have permission to delete this message")
  const limit = realm.info.settings.message_content_delete_limit_seconds
  if (limit !== null && now - message.sent_at > limit)
    throw badRequest('The time limit for deleting this message has passed')
}

const may = ({ realm, user }: Actor, channel: Channel | undefined, permission: DeletionPermission): boolean =>
  mayInRealm(realm, user, permission) || (channel !== undefined && mayInChannel(realm, user, channel, permission))
