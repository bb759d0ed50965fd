import type { LoggedMessage } from '../log/log-row.ts'
import { avatarUrl, hasHiddenAvatar } from '../realm-state/avatar.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { linksInTopic } from '../realm-state/records/linkifiers.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import { limitsGuests, sees } from '../realm-state/sight.ts'
import { shownTopic } from '../realm-state/topic-name.ts'
import { unknownUser } from '../realm-state/unknown-user.ts'
import type { QueueSpec } from './queue-spec.ts'

/** The key of a message event's variant. Each variant is serialized once and shared by all queues that use it. */
export const messageVariant = (spec: QueueSpec, sender: SenderView): number =>
  (spec.applyMarkdown ? 1 : 0) | (spec.capabilities.empty_topic_name ? 2 : 0) | (spec.clientGravatar ? 4 : 0) | sender

/** How a viewer sees the sender: completely, without the address, or not at all. */
export const SENDER = { shown: 0, withoutAddress: 8, unknown: 16 } as const
export type SenderView = (typeof SENDER)[keyof typeof SENDER]

/** True if the sender looks different to some viewers. Checked once per message, because it nearly always does not. */
export function hidesSender(realm: RealmState, { senderId }: LoggedMessage): boolean {
  const sender = realm.account(senderId)
  return sender !== undefined && (hasHiddenAvatar(sender) || limitsGuests(realm))
}

export function senderView(realm: RealmState, { senderId, channelId }: LoggedMessage, viewerId: number): SenderView {
  const [sender, viewer] = [realm.account(senderId), realm.users.get(viewerId)]
  if (sender === undefined || viewer === undefined) return SENDER.withoutAddress
  if (!sharesChannel(realm, channelId, senderId, viewerId) && !sees(realm, viewer, sender)) return SENDER.unknown
  return seesEmail(sender, viewer) || !hasHiddenAvatar(sender) ? SENDER.shown : SENDER.withoutAddress
}

/** The usual case, which needs no search. */
const sharesChannel = (
  { memberships }: RealmState,
  channelId: number | undefined,
  one: number,
  other: number,
): boolean =>
  channelId !== undefined && memberships.isSubscribed(one, channelId) && memberships.isSubscribed(other, channelId)

export function renderMessage(realm: RealmState, message: LoggedMessage, variant: number): string {
  const [markdown, keepsEmptyTopic] = [(variant & 1) !== 0, (variant & 2) !== 0]
  const view = { clientGravatar: (variant & 4) !== 0, seesEmail: (variant & SENDER.withoutAddress) === 0 }
  const sender = realm.account(message.senderId)
  const unknown = (variant & SENDER.unknown) !== 0 ? unknownUser(realm, message.senderId) : null
  return JSON.stringify({
    id: message.id,
    type: message.channelId === undefined ? 'private' : 'stream',
    sender_id: message.senderId,
    sender_email: unknown?.email ?? message.senderEmail,
    sender_full_name: unknown?.fullName ?? message.senderFullName,
    sender_realm_str: realm.info.stringId,
    avatar_url: unknown?.avatarUrl ?? (sender ? avatarUrl(sender, view) : null),
    client: message.client,
    content: markdown ? message.rendered : message.content,
    content_type: markdown ? 'text/html' : 'text/x-markdown',
    display_recipient: message.members?.map((person) => ({ ...person, is_mirror_dummy: false })) ?? message.channelName,
    recipient_id: message.convId,
    ...(message.channelId === undefined ? {} : { stream_id: message.channelId }),
    subject: message.channelId === undefined ? message.topic : shownTopic(message.topic, keepsEmptyTopic),
    is_me_message: message.isMe,
    timestamp: message.sentAt,
    reactions: [],
    submessages: submessagesOf(message),
    topic_links: message.channelId === undefined ? [] : linksInTopic(realm, message.topic),
  })
}

const submessagesOf = ({ id, senderId, widget }: LoggedMessage) =>
  widget ? [{ id: widget.id, message_id: id, sender_id: senderId, msg_type: 'widget', content: widget.content }] : []
