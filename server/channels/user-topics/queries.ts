import { type Selectable, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { ChannelTopic } from './policy.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    user_topic: {
      user_id: number
      channel_id: number
      name_key: string
      realm_id: number
      /** It is stored as it was written. */
      name: string
      policy: 1 | 2 | 3
      updated_at: number
      /** The message by which the person got the policy: one that they sent, or that mentions them. */
      set_by: number | null
    }
  }
}

export type UserTopicRow = Selectable<Tables['user_topic']>

export const selectTopics = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('user_topic').selectAll().where('user_id', '=', userId).where('realm_id', '=', realmId)

export const selectMutedTopics = (db: Db, realmId: number, userId: number) =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .where('policy', '=', 1)

/** The muted topics of some people. */
export const mutedTopicsOf = (db: Db, realmId: number, userIds: readonly number[]): Promise<UserTopicRow[]> =>
  db
    .selectFrom('user_topic')
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('realm_id', '=', realmId)
    .where('policy', '=', 1)
    .execute()

export type StoredPolicy = Pick<UserTopicRow, 'policy' | 'set_by'>

/** The policies of some people for one topic. */
export async function policiesFor(
  db: Db,
  channelId: number,
  nameKey: string,
  userIds: readonly number[],
): Promise<Map<number, StoredPolicy>> {
  const rows = await db
    .selectFrom('user_topic')
    .select(['user_id', 'policy', 'set_by'])
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('channel_id', '=', channelId)
    .where('name_key', '=', nameKey)
    .execute()
  return new Map(rows.map(({ user_id, ...stored }) => [user_id, stored]))
}

/** Everybody's policies for one topic. */
export async function policiesOfTopic(
  db: Db,
  realmId: number,
  channelId: number,
  nameKey: string,
): Promise<Map<number, UserTopicRow['policy']>> {
  const rows = await db
    .selectFrom('user_topic')
    .select(['user_id', 'policy'])
    .where('realm_id', '=', realmId)
    .where('channel_id', '=', channelId)
    .where('name_key', '=', nameKey)
    .orderBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, policy }) => [user_id, policy]))
}

/** The message that sets a policy, for these of the people. */
export interface PolicyCause {
  readonly messageId: number
  readonly userIds: readonly number[]
}

/** The same policy of some people for one topic. */
export async function savePolicies(
  db: Db,
  userIds: readonly number[],
  topic: Pick<UserTopicRow, 'realm_id' | 'channel_id' | 'name_key' | 'name' | 'policy' | 'updated_at'>,
  cause: PolicyCause | undefined,
): Promise<void> {
  const { realm_id, channel_id, name_key, name, policy, updated_at } = topic
  await sql`
    insert into user_topic (user_id, channel_id, name_key, realm_id, name, policy, updated_at, set_by)
    select id, ${channel_id}, ${name_key}, ${realm_id}, ${name}, ${policy}, ${updated_at},
      case when id = any(${cause?.userIds ?? []}::int[]) then ${cause?.messageId ?? null}::bigint end
    from unnest(${userIds}::int[]) as id
    on conflict (user_id, channel_id, name_key) do update
      set name = excluded.name, policy = excluded.policy, updated_at = excluded.updated_at,
        set_by = excluded.set_by`.execute(db)
}

/** What these people have set for a topic counts for another one, for which they have set nothing. */
export const moveStoredPolicies = (
  db: Db,
  userIds: readonly number[],
  from: ChannelTopic,
  to: ChannelTopic,
  now: number,
): Promise<unknown> =>
  db
    .updateTable('user_topic')
    .set({ channel_id: to.channelId, name_key: topicKey(to.name), name: to.name, updated_at: now, set_by: null })
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('channel_id', '=', from.channelId)
    .where('name_key', '=', topicKey(from.name))
    .execute()

export const deletePolicies = (
  db: Db,
  userIds: readonly number[],
  channelId: number,
  nameKey: string,
): Promise<unknown> =>
  db
    .deleteFrom('user_topic')
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('channel_id', '=', channelId)
    .where('name_key', '=', nameKey)
    .execute()

/** Is this the oldest message of its topic? */
export async function startsTopic(db: Db, channelId: number, nameKey: string, messageId: number): Promise<boolean> {
  const { rows } = await sql<{ first: number | null }>`
    select (select m.id from message m where m.topic_id = t.id order by m.id limit 1) as first
    from topic t where t.channel_id = ${channelId} and t.name_key = ${nameKey}`.execute(db)
  return rows[0]?.first === messageId
}

/** Topics with the newest message that the person may read, newest first. */
export async function readableTopics(
  db: Db,
  userId: number,
  channelId: number,
  /** Whether the person may read all of the history, or only what they received. */
  isShared: boolean,
): Promise<{ name: string; max_id: number }[]> {
  const mayRead = isShared ? sql`true` : receivedBy(userId)
  const { rows } = await sql<{ name: string; max_id: number }>`
    select t.name, newest.id as max_id from topic t
    cross join lateral (
      select m.id from message m where m.topic_id = t.id and ${mayRead} order by m.id desc limit 1
    ) newest
    where t.channel_id = ${channelId} order by newest.id desc`.execute(db)
  return rows
}
