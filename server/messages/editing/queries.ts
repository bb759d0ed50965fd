import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'
import { MESSAGE_BIT, USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { topicLexemes } from '../search/lexemes.ts'
import { toVector } from '../search/search-sql.ts'
import { MAX_STORED_EDITS, type StoredEdit } from '../stored-edit.ts'

/** The edits of `m` followed by more of them. Only the newest are kept. */
export const withEdits = (more: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_agg(edit order by n) from (
    select edit, n from jsonb_array_elements(coalesce(m.edits, '[]') || ${more}) with ordinality as e (edit, n)
    order by n desc limit ${MAX_STORED_EDITS}
  ) newest)`

/** The edits of the topic of `m` since `m` entered it. */
export const EDITS_OF_TOPIC = sql`coalesce((select jsonb_agg(e.edit order by e.id) from topic_edit e
  where e.topic_id = m.topic_id and e.at_message_id >= m.topic_since), '[]')`

const CONTENT_BITS =
  MESSAGE_BIT.channelWildcard |
  MESSAGE_BIT.topicWildcard |
  MESSAGE_BIT.hasLink |
  MESSAGE_BIT.hasImage |
  MESSAGE_BIT.hasAttachment |
  MESSAGE_BIT.isMe

export interface NewContent {
  readonly content: string
  readonly rendered: string
  /** What search finds the message by, separated by blanks. */
  readonly lexemes: string
  readonly bits: number
  readonly edit: StoredEdit
}

export async function updateContent(db: Db, realmId: number, messageId: number, change: NewContent): Promise<void> {
  const statement = sql`
    update message m set content = ${change.content}, rendered = ${change.rendered}, tsv = ${toVector(change.lexemes)},
      mflags = (m.mflags & ${~CONTENT_BITS}::int) | ${change.bits}::int,
      edits = ${withEdits(sql`${JSON.stringify([change.edit])}::jsonb`)}
    where m.id = ${messageId} and m.realm_id = ${realmId}`
  await runPlanned(db, 'new-content', statement)
}

const MENTION_BITS = USER_BIT.mentioned | USER_BIT.topicWildcard | USER_BIT.alertWord

/** Whom the message mentions now. A bot that got it only for being mentioned stays mentioned: else it would lose it. */
export async function replaceMentions(
  db: Db,
  messageId: number,
  userFlags: ReadonlyMap<number, number>,
): Promise<void> {
  await sql`
    update user_flag set flags = flags & ~(case when flags & ${USER_BIT.outsideMention} = 0
      then ${MENTION_BITS}::int else ${MENTION_BITS & ~USER_BIT.mentioned}::int end)
    where message_id = ${messageId}`.execute(db)
  await sql`
    insert into user_flag (user_id, message_id, flags)
    select u.id, ${messageId}::bigint, u.flags
    from unnest(${[...userFlags.keys()]}::int[], ${[...userFlags.values()]}::int[]) as u (id, flags)
    on conflict (user_id, message_id) do update set flags = user_flag.flags | excluded.flags`.execute(db)
  await sql`delete from user_flag where message_id = ${messageId} and flags = 0`.execute(db)
}

export interface TopicMessage {
  readonly id: number
  readonly sender_id: number
  readonly sent_at: number
}

/** The messages of a topic from an id on that somebody may read, the oldest first. */
export async function readableInTopic(
  db: Db,
  userId: number,
  topic: { readonly id: number; readonly isShared: boolean; readonly from: number },
): Promise<TopicMessage[]> {
  const { rows } = await sql<TopicMessage>`
    select m.id, m.sender_id, m.sent_at from message m
    where m.topic_id = ${topic.id} and m.id >= ${topic.from}
      and (${topic.isShared} or ${receivedBy(userId)})
    order by m.id`.execute(db)
  return rows
}

export async function countInTopic(db: Db, topicId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where topic_id = ${topicId}`.execute(db)
  return rows[0]!.count
}

export async function findTopic(
  db: Db,
  channelId: number,
  name: string,
): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('topic')
    .select(['id', 'name'])
    .where('channel_id', '=', channelId)
    .where('name_key', '=', topicKey(name))
    .executeTakeFirst()
}

/** An id for a topic that is inserted later. */
export async function reserveTopicId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('topic', 'id'))::int as id`.execute(
    db,
  )
  return rows[0]!.id
}

export async function insertTopic(db: Db, id: number, channelId: number, name: string): Promise<void> {
  await sql`insert into topic (id, channel_id, name, name_key, tsv) overriding system value
    values (${id}, ${channelId}, ${name}, ${topicKey(name)}, ${toVector(topicLexemes(name))})`.execute(db)
}

/** The newest message of a topic, if this account sent it after that time. */
export async function findRecentNotice(
  db: Db,
  topicId: number,
  senderId: number,
  since: number,
): Promise<{ id: number; content: string } | undefined> {
  const { rows } = await sql<{ id: number; content: string; sender_id: number; sent_at: number }>`
    select id, content, sender_id, sent_at from message where topic_id = ${topicId}
    order by id desc limit 1`.execute(db)
  const [newest] = rows
  return newest && newest.sender_id === senderId && newest.sent_at >= since ? newest : undefined
}
