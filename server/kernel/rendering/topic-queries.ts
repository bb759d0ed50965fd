import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { receivedBy } from '../ledger/ledger-sql.ts'
import { topicKey } from '../realm-state/topic-name.ts'

/** A topic that a person may read: all of it if history is shared, otherwise the messages they received. */
export interface ReadableTopic {
  readonly channelId: number
  readonly topic: string
  readonly isShared: boolean
}

export type Newest = (channelId: number, topic: string) => number | undefined

const keyOf = (channelId: number, topic: string): string => `${channelId} ${topicKey(topic)}`

/** The newest message of each topic that this person may read, in one statement. */
export async function newestInTopics(db: Db, userId: number, topics: readonly ReadableTopic[]): Promise<Newest> {
  if (topics.length === 0) return () => undefined
  const { rows } = await sql<{ channel_id: number; name_key: string; id: number }>`
    select t.channel_id, t.name_key, newest.id
    from unnest(${topics.map(({ channelId }) => channelId)}::int[], ${topics.map(({ topic }) => topicKey(topic))}::text[],
      ${topics.map(({ isShared }) => isShared)}::boolean[]) as w (channel_id, name_key, shared)
    join topic t on t.channel_id = w.channel_id and t.name_key = w.name_key
    join lateral (
      select m.id from message m where m.topic_id = t.id and (w.shared or ${receivedBy(userId)})
      order by m.id desc limit 1
    ) newest on true`.execute(db)
  const found = new Map(rows.map((row) => [keyOf(row.channel_id, row.name_key), row.id]))
  return (channelId, topic) => found.get(keyOf(channelId, topic))
}

/** Everyone who wrote or reacted in a topic. */
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
