import { hasMutedChannel, POLICY } from '../../channels/user-topics/policy.ts'
import { MESSAGE_BIT, USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import type { ChannelChoice, MentionRow, MissedMessage, NewMessage, TopicChoice } from './queries.ts'

/** What the database knows about the receivers of one message. */
export interface Receivers {
  /** It has those whom the message mentions. */
  readonly mentions: ReadonlyMap<number, MentionRow>
  /** Of the channel. */
  readonly choices: ReadonlyMap<number, ChannelChoice>
  /** Of the topic. */
  readonly policies: ReadonlyMap<number, TopicChoice>
  /** People who want mail about every channel, unless they chose otherwise for one. */
  readonly eager: readonly User[]
}

/** Who gets a mail about a message if they do not read it in time, and why. A greeting is no reason for a mail. */
export function whoWantsMail(realm: RealmState, message: NewMessage, receivers: Receivers): MissedMessage[] {
  if (message.sender_id === realm.systemBot('welcome').id) return []
  const ids = message.channel_id === null ? (message.members ?? []) : possibleReaders(realm, message, receivers)
  return [...new Set(ids)].flatMap((userId) => {
    const user = realm.users.get(userId)
    const reason = user && isReader(realm, user, message) ? reasonFor(realm, user, message, receivers) : null
    return reason === null ? [] : [{ userId, messageId: message.id, reason }]
  })
}

function possibleReaders(realm: RealmState, { channel_id: id, mflags }: NewMessage, receivers: Receivers): number[] {
  const { mentions, choices, policies, eager } = receivers
  return [
    ...mentions.keys(),
    ...choices.keys(),
    ...policies.keys(),
    ...eager.map((user) => user.id),
    ...(mflags & MESSAGE_BIT.channelWildcard ? realm.memberships.subscribers(id!) : []),
  ]
}

function isReader(realm: RealmState, user: User, { sender_id: senderId, channel_id: channelId }: NewMessage): boolean {
  if (!user.isActive || user.isBot || user.id === senderId) return false
  if (realm.records.mutes.get(user.id)?.muted.some(({ id }) => id === senderId)) return false
  return channelId === null || realm.memberships.isSubscribed(user.id, channelId)
}

/** A message is no reason for mail just because it, or a later one, made somebody follow the topic. */
const policyBefore = ({ id }: NewMessage, choice: TopicChoice | undefined): number | undefined =>
  choice === undefined || (choice.set_by !== null && choice.set_by >= id) ? undefined : choice.policy

function reasonFor(realm: RealmState, user: User, message: NewMessage, receivers: Receivers): string | null {
  const wantsOwn = settingOf(user, 'enable_offline_email_notifications')
  const { channel_id: channelId, mflags } = message
  if (channelId === null) return wantsOwn ? 'direct' : null
  const bits = receivers.mentions.get(user.id)?.flags ?? 0
  const choice = receivers.choices.get(user.id)
  const policy = policyBefore(message, receivers.policies.get(user.id))
  const isFollowed = policy === POLICY.followed
  const isMuted = policy === POLICY.muted || (policy === undefined && hasMutedChannel(realm, user.id, channelId))
  if (bits & USER_BIT.mentioned && wantsOwn) return 'mention'
  const isWildcard = (bits & USER_BIT.topicWildcard) !== 0 || (mflags & MESSAGE_BIT.channelWildcard) !== 0
  const wantsWildcards =
    (isFollowed && settingOf(user, 'enable_followed_topic_wildcard_mentions_notify')) ||
    (!isMuted && (choice?.wildcard_mentions_notify ?? settingOf(user, 'wildcard_mentions_notify')))
  if (isWildcard && wantsOwn && wantsWildcards) return 'wildcard'
  if (isFollowed && settingOf(user, 'enable_followed_topic_email_notifications')) return 'followed'
  const wantsChannel = choice?.email_notifications ?? settingOf(user, 'enable_stream_email_notifications')
  return wantsChannel && !isMuted ? 'channel' : null
}
