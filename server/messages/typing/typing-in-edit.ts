import { badRequest } from '../../../api/errors.ts'
import type { EventOf } from '../../../api/events/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Audience, users } from '../../kernel/log/audience.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { requireMayEditContent } from '../editing/access.ts'
import { findChangeableMessage } from '../message-access.ts'
import { receiversOf } from '../message-queries.ts'
import { MAX_SUBSCRIBERS_FOR_TYPING, wantsTyping } from './typing.ts'

type TypingInEditEvent = Omit<EventOf<'typing_edit_message'>, 'id'>

/** Tells who has a message that its sender edits it. Nothing where the channel is too large. */
export async function typingInEdit(
  db: Db,
  actor: Actor,
  messageId: number,
  op: TypingInEditEvent['op'],
): Promise<{ event: TypingInEditEvent; audience: Audience } | undefined> {
  const { realm, user } = actor
  const message = await findChangeableMessage(db, actor, messageId)
  const channel = message.channel_id === null ? undefined : realm.channels.get(message.channel_id)
  const setting = channel ? 'send_stream_typing_notifications' : 'send_private_typing_notifications'
  if (!settingOf(user, setting))
    throw badRequest(`User has disabled typing notifications for ${channel ? 'channel' : 'direct'} messages`)
  requireMayEditContent(actor, message, realm.now)
  const people = channel ? [...realm.memberships.subscribers(channel.id)] : (message.members ?? [])
  if (channel && people.length > MAX_SUBSCRIBERS_FOR_TYPING) return undefined
  const receivers = channel?.historyPublic === false ? await receiversOf(db, realm.id, messageId) : undefined
  const told = people.filter((id) => {
    const person = realm.users.get(id)
    return person !== undefined && wantsTyping(person) && (receivers?.has(id) ?? true)
  })
  const recipient = channel
    ? { type: 'channel' as const, channel_id: channel.id, topic: message.topic ?? '' }
    : { type: 'direct' as const, user_ids: [...(message.members ?? [])] }
  const event = {
    type: 'typing_edit_message',
    op,
    sender_id: user.id,
    message_id: messageId,
    recipient,
  } as TypingInEditEvent
  return { event, audience: users(...told) }
}
