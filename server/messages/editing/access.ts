import { ApiError, badRequest } from '../../../api/errors.ts'
import type { PropagateMode } from '../../../api/objects/message.ts'
import { mayAdminister } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../../kernel/realm-state/permissions.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import type { MessageRow } from '../message-queries.ts'

/** Clients may be slow to send an edit that was begun in time. */
const GRACE_SECONDS = 20

const isInTime = (sentAt: number, now: number, limit: number | null): boolean =>
  limit === null || now - sentAt <= limit + GRACE_SECONDS

export function requireMayEditContent({ realm, user }: Actor, message: MessageRow, now: number): void {
  const { allow_message_editing: isAllowed, message_content_edit_limit_seconds: limit } = realm.info.settings
  if (message.sender_id !== user.id) throw badRequest("You don't have permission to edit this message")
  if (!isAllowed) throw badRequest('Your organization has turned off message editing')
  if (!isInTime(message.sent_at, now, limit)) throw badRequest('The time limit for editing this message has passed')
}

/** The permission counts in the channel that the topic comes from or the one it goes to. */
export function requireMayResolve({ realm, user }: Actor, channels: readonly Channel[]): void {
  const may =
    mayInRealm(realm, user, 'can_resolve_topics_group') ||
    channels.some((channel) => mayInChannel(realm, user, channel, 'can_resolve_topics_group'))
  if (!may) throw badRequest("You don't have permission to resolve topics in this channel.")
}

/** The permission counts in the channel that the topic comes from or the one it goes to. */
export function requireMayChangeTopic({ realm, user }: Actor, channels: readonly Channel[]): void {
  const may =
    mayInRealm(realm, user, 'can_move_messages_between_topics_group') ||
    channels.some(
      (channel) =>
        mayInChannel(realm, user, channel, 'can_move_messages_within_channel_group') ||
        mayAdminister(realm, user, channel),
    )
  if (!may) throw badRequest("You don't have permission to edit this message")
}

export function requireMayMoveOut({ realm, user }: Actor, channel: Channel): void {
  const may =
    mayInRealm(realm, user, 'can_move_messages_between_channels_group') ||
    mayInChannel(realm, user, channel, 'can_move_messages_out_of_channel_group') ||
    mayAdminister(realm, user, channel)
  if (!may) throw badRequest("You don't have permission to move this message")
}

export interface TimedMove {
  readonly changesTopic: boolean
  readonly changesChannel: boolean
  readonly mode: PropagateMode
  /** The messages that would move, the oldest first. */
  readonly messages: readonly { readonly id: number; readonly sent_at: number }[]
}

/** Messages can be moved for some time only, except by moderators. */
export function requireMoveInTime({ realm, user }: Actor, move: TimedMove, now: number): void {
  if (user.role <= ROLE.moderator) return
  const { settings } = realm.info
  const within = settings.move_messages_within_stream_limit_seconds
  const between = settings.move_messages_between_streams_limit_seconds
  const isTopicInTime = (at: number) => !move.changesTopic || isInTime(at, now, within)
  const isChannelInTime = (at: number) => !move.changesChannel || isInTime(at, now, between)
  const allowed = move.messages.filter(({ sent_at: at }) => isTopicInTime(at) && isChannelInTime(at))
  if (allowed.length === move.messages.length) return
  if (move.mode === 'change_all') throw tooLate(allowed, move.messages.length)
  const oldest = move.messages[0]!.sent_at
  const word = isTopicInTime(oldest) ? 'channel has passed' : 'topic has passed.'
  throw badRequest(`The time limit for editing this message's ${word}`)
}

function tooLate(allowed: readonly { readonly id: number }[], total: number): ApiError {
  const text =
    allowed.length === 0
      ? 'The time limit for moving this topic has passed.'
      : `You only have permission to move the ${allowed.length}/${total} most recent messages in this topic.`
  const data = {
    first_message_id_allowed_to_move: allowed[0]?.id ?? null,
    total_messages_in_topic: total,
    total_messages_allowed_to_move: allowed.length,
  }
  return new ApiError('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', text, { data })
}
