import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import { hasContentAccess, hasHistoryAccess } from '../channels/access.ts'
import type { Db } from '../db/database.ts'
import type { Channel } from '../realm-state/channel.ts'
import { topicKey } from './message-text.ts'
import { receivedBy } from './queries.ts'

export interface TopicName {
  readonly channel: Channel
  readonly topic: string
}

type Newest = (channelId: number, topic: string) => number | undefined

const keyOf = (channelId: number, topic: string): string => `${channelId} ${topicKey(topic)}`

/** The newest message of each topic that this person may read, in one statement. */
export async function newestInTopics(db: Db, actor: Actor, topics: readonly TopicName[], now: number): Promise<Newest> {
  const { realm, user } = actor
  const readable = topics.filter(({ channel }) => hasContentAccess(realm, user, channel, now))
  if (readable.length === 0) return () => undefined
  const shared = readable.map(({ channel }) => hasHistoryAccess(realm, user, channel, now))
  const { rows } = await sql<{ channel_id: number; name_key: string; id: number }>`
    select t.channel_id, t.name_key, newest.id
    from unnest(${readable.map(({ channel }) => channel.id)}::int[],
      ${readable.map(({ topic }) => topicKey(topic))}::text[], ${shared}::boolean[]) as w (channel_id, name_key, shared)
    join topic t on t.channel_id = w.channel_id and t.name_key = w.name_key
    join lateral (
      select m.id from message m where m.topic_id = t.id and (w.shared or ${receivedBy(user.id)})
      order by m.id desc limit 1
    ) newest on true`.execute(db)
  const found = new Map(rows.map((row) => [keyOf(row.channel_id, row.name_key), row.id]))
  return (channelId, topic) => found.get(keyOf(channelId, topic))
}

/** Everybody who wrote or reacted in a topic. */
export async function topicParticipants(db: Db, channelId: number, topic: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with said as (
      select m.id, m.sender_id from topic t join message m on m.topic_id = t.id
      where t.channel_id = ${channelId} and t.name_key = ${topicKey(topic)}
    )
    select sender_id as user_id from said
    union select r.user_id from said join reaction r on r.message_id = said.id`.execute(db)
  return rows.map((row) => row.user_id)
}
