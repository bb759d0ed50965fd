import type { FetchedMessage, MessageFlag } from '../../api/objects/message.ts'
import type { Actor, Visitor } from '../kernel/actor.ts'
import { MESSAGE_BIT, sentFlags, USER_BIT } from '../kernel/ledger/message-flags.ts'
import { avatarUrl } from '../kernel/realm-state/avatar.ts'
import { wireEmail } from '../kernel/realm-state/from-rows.ts'
import { linksInTopic } from '../kernel/realm-state/records/linkifiers.ts'
import { seesEmail } from '../kernel/realm-state/sees-email.ts'
import { isLimited, type Sight, sightOf } from '../kernel/realm-state/sight.ts'
import { shownTopic } from '../kernel/realm-state/topic-name.ts'
import { unknownUser } from '../kernel/realm-state/unknown-user.ts'
import type { User } from '../kernel/realm-state/user.ts'
import { presentReaction } from '../organization/emoji/reaction-present.ts'
import type { MessageRow } from './message-queries.ts'
import { presentEdits } from './stored-edit.ts'

export interface MessageView {
  readonly applyMarkdown: boolean
  readonly keepEmptyTopic: boolean
  readonly clientGravatar: boolean
}

export function presentMessage({ realm, user }: Actor | Visitor, row: MessageRow, view: MessageView): FetchedMessage {
  const sender = realm.account(row.sender_id)
  const isUnknown = user !== null && sender !== undefined && !seesSender({ realm, user }, sender)
  const unknown = isUnknown ? unknownUser(realm, row.sender_id) : null
  const channel = row.channel_id === null ? undefined : realm.channels.get(row.channel_id)
  return {
    id: row.id,
    type: channel ? 'stream' : 'private',
    sender_id: row.sender_id,
    // Visitors never get real addresses.
    sender_email:
      unknown?.email ?? (user === null ? wireEmail(row.sender_id, realm.info.host) : (sender?.apiEmail ?? '')),
    sender_full_name: unknown?.fullName ?? sender?.fullName ?? '',
    sender_realm_str: realm.info.stringId,
    avatar_url:
      unknown?.avatarUrl ?? (sender ? avatarUrl(sender, { ...view, seesEmail: seesEmail(sender, user) }) : null),
    client: row.client,
    content: view.applyMarkdown ? row.rendered : row.content,
    content_type: view.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: channel?.name ?? (row.members ?? []).flatMap((id) => presentParticipant(realm.account(id))),
    recipient_id: row.conv_id,
    ...(channel ? { stream_id: channel.id } : {}),
    subject: channel ? shownTopic(row.topic ?? '', view.keepEmptyTopic) : (row.topic ?? ''),
    ...presentEdits(row, realm.info.settings.message_edit_history_visibility_policy, view.keepEmptyTopic),
    is_me_message: (row.mflags & MESSAGE_BIT.isMe) !== 0,
    timestamp: row.sent_at,
    reactions: (row.reactions ?? []).map(presentReaction),
    submessages: (row.submessages ?? []).map((one) => ({ ...one, message_id: row.id })),
    topic_links: channel ? [...linksInTopic(realm, row.topic ?? '')] : [],
    flags: user === null ? ['read'] : flagsOf(row),
  }
}

const sights = new WeakMap<User, { readonly seq: number; readonly sight: Sight }>()

/** Guests may see few people. Their sight is computed once for many messages. */
function seesSender({ realm, user }: Pick<Actor, 'realm' | 'user'>, sender: User): boolean {
  if (!isLimited(realm, user)) return true
  const known = sights.get(user)
  if (known?.seq === realm.seq) return known.sight(sender)
  const sight = sightOf(realm, user)
  sights.set(user, { seq: realm.seq, sight })
  return sight(sender)
}

const presentParticipant = (user: User | undefined) =>
  user ? [{ id: user.id, email: user.apiEmail, full_name: user.fullName, is_mirror_dummy: false }] : []

/** The viewer's flags. A readable message that was not received counts as read. */
export function flagsOf(row: Pick<MessageRow, 'received' | 'is_read' | 'flags' | 'mflags'>): MessageFlag[] {
  const own = row.flags ?? 0
  const flags: MessageFlag[] = []
  const isHistorical = !row.received
  if (row.is_read) flags.push('read')
  if (own & USER_BIT.starred) flags.push('starred')
  if (own & USER_BIT.collapsed) flags.push('collapsed')
  const isInChannel = row.received && (own & USER_BIT.outsideMention) === 0
  flags.push(...sentFlags(own, isInChannel && (row.mflags & MESSAGE_BIT.channelWildcard) !== 0))
  if (isHistorical) flags.push('historical')
  return flags
}
