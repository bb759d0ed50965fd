import { POLICY, type Policy } from '../../channels/user-topics/policy.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

/** Whether the organization and the person want digests. Somebody who was imported and never signed in has not asked. */
export const wantsDigest = ({ info }: RealmState, user: User): boolean =>
  !info.deactivated &&
  info.settings.digest_emails_enabled &&
  user.isActive &&
  !user.isBot &&
  !user.isImportedStub &&
  settingOf(user, 'enable_digest_emails')

/** A digest shows channels that somebody is in, and public ones. Nothing of it needs more than reading them. */
export const isForDigest = ({ memberships }: RealmState, user: User, channel: Channel): boolean =>
  !channel.isArchived && (memberships.isSubscribed(user.id, channel.id) || (!channel.inviteOnly && !isGuest(user)))

/** A topic can be an exception in a muted channel. */
export const isHidden = (policy: Policy | undefined, isChannelMuted: boolean): boolean =>
  policy === POLICY.muted || (isChannelMuted && policy !== POLICY.unmuted && policy !== POLICY.followed)
