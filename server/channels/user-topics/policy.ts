import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

/** How visible a topic is to a person. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const
export type Policy = (typeof POLICY)[keyof typeof POLICY]
/** A policy that is stored. */
export type OwnPolicy = Exclude<Policy, 0>
/** A policy that somebody gets by taking part in a topic. */
export type AutomaticPolicy = Exclude<OwnPolicy, 1>

/** What a person did in a topic. Each includes the ones after it. */
export type Participation = 'start' | 'send' | 'react'

/** Values of the two settings: what a person must do at least. 4 is never. */
const MIN_PARTICIPATION: Readonly<Record<number, readonly Participation[]>> = {
  1: ['start', 'send', 'react'],
  2: ['start', 'send'],
  3: ['start'],
}

/** They are ordered from the least visible to the most visible. */
const ORDER: readonly Policy[] = [POLICY.muted, POLICY.none, POLICY.unmuted, POLICY.followed]

export const isMoreVisible = (policy: Policy, than: Policy): boolean => ORDER.indexOf(policy) > ORDER.indexOf(than)

export const hasMutedChannel = ({ records }: RealmState, userId: number, channelId: number): boolean =>
  records.mutedChannels.get(userId)?.channelIds.includes(channelId) ?? false

/** The policy that a topic gets because of what a person did in it, if they do not see more of it already. */
export function automaticPolicy(
  realm: RealmState,
  user: User,
  channel: Channel,
  participation: Participation,
): AutomaticPolicy | undefined {
  if (user.isBot) return undefined
  const qualifies = (setting: number) => MIN_PARTICIPATION[setting]?.includes(participation) ?? false
  if (qualifies(settingOf(user, 'automatically_follow_topics_policy'))) return POLICY.followed
  const unmute = settingOf(user, 'automatically_unmute_topics_in_muted_streams_policy')
  return hasMutedChannel(realm, user.id, channel.id) && qualifies(unmute) ? POLICY.unmuted : undefined
}

/** A topic as it is named in a channel. */
export interface ChannelTopic {
  readonly channelId: number
  readonly name: string
}
