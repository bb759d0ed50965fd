import { type RawBuilder, sql } from 'kysely'
import { POLICY } from '../../channels/user-topics/policy.ts'
import { mutedChannels } from '../../channels/user-topics/visibility-sql.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { namedTopicKey, RESOLVED_PREFIX } from '../../kernel/realm-state/topic-name.ts'
import type { Places } from './place-source.ts'

const topics = (ids: RawBuilder<unknown>): Places => ({ kind: 'topic', ids })

/** The topics that fulfil a condition, in a channel or in all of the organization. */
const topicsWith = (realmId: number, channel: Channel | undefined, condition: RawBuilder<unknown>): Places =>
  topics(sql`
    select t.id from channel c cross join lateral (
      select id from topic where channel_id = c.id and ${condition} offset 0
    ) t where c.realm_id = ${realmId} ${channel ? sql`and c.id = ${channel.id}` : sql``}`)

export const topicsNamed = (realmId: number, name: string, channel: Channel | undefined): Places =>
  topicsWith(realmId, channel, sql`name_key = ${namedTopicKey(name)}`)

export const resolvedTopics = (realmId: number, channel: Channel | undefined): Places =>
  topicsWith(realmId, channel, sql`name like ${sql.lit(`${RESOLVED_PREFIX}%`)}`)

const withPolicy = (userId: number, policy: number, channel: Channel | undefined): RawBuilder<unknown> => sql`
  select t.id from user_topic p join topic t on t.channel_id = p.channel_id and t.name_key = p.name_key
  where p.user_id = ${userId} and p.policy = ${policy} ${channel ? sql`and p.channel_id = ${channel.id}` : sql``}`

export const followedTopics = (userId: number, channel: Channel | undefined): Places =>
  topics(withPolicy(userId, POLICY.followed, channel))

/** Some of these may be exceptions in a muted channel. */
export const mutedTopics = (actor: Actor, channel: Channel | undefined): Places => {
  const muted = mutedChannels(actor).filter((id) => !channel || channel.id === id)
  return topics(sql`${withPolicy(actor.user.id, POLICY.muted, channel)}
    union select id from topic where channel_id = any(${muted}::int[])`)
}

/** The direct conversations of somebody, or those of them with another person. */
export const directConversations = (realmId: number, userId: number, other?: number): Places => ({
  kind: 'conversation',
  ids: sql`
    select distinct r.conv_id from member r join conversation c on c.realm_id = ${realmId} and c.id = r.conv_id
    where r.user_id = ${userId} and c.members is not null
      ${other === undefined ? sql`` : sql`and ${other} = any(c.members)`}`,
})
