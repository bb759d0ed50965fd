import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { type OwnPolicy, POLICY } from './policy.ts'

/** The person has one of these policies for `t`, a topic. */
const hasPolicy = (userId: number, ...policies: OwnPolicy[]): RawBuilder<boolean> => sql`exists (
  select 1 from user_topic p where p.user_id = ${userId} and p.channel_id = t.channel_id and p.name_key = t.name_key
    and p.policy = any(${policies}::smallint[]))`

export const followedBy = (userId: number): RawBuilder<boolean> => hasPolicy(userId, POLICY.followed)

export const topicMutedBy = (userId: number): RawBuilder<boolean> => hasPolicy(userId, POLICY.muted)

/** The muted channels to which somebody is subscribed. */
export const mutedChannels = ({ realm, user }: Actor): number[] =>
  (realm.records.mutedChannels.get(user.id)?.channelIds ?? []).filter((id) =>
    realm.memberships.isSubscribed(user.id, id),
  )

/** The topic `t` is muted, or its channel is and the topic is not an exception. Direct messages have no topic. */
export function hiddenFrom(actor: Actor): RawBuilder<boolean> {
  const { user } = actor
  const muted = mutedChannels(actor)
  if (muted.length === 0) return topicMutedBy(user.id)
  return sql`(${topicMutedBy(user.id)} or (coalesce(t.channel_id = any(${muted}::int[]), false)
    and not ${hasPolicy(user.id, POLICY.unmuted, POLICY.followed)}))`
}
