import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'

/** Removes messages with everything that hangs on them. Their positions are never given again. */
export async function removeMessages(db: Db, realmId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update conversation c set spent_hseq = greatest(c.spent_hseq, m.last)
    from (select home_conv, max(hseq) as last from message
      where id = any(${ids}::bigint[]) and realm_id = ${realmId} group by 1) m
    where c.id = m.home_conv`.execute(db)
  for (const table of ['user_flag', 'reaction', 'sent_key'] as const)
    await db.deleteFrom(table).where('message_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  await sql`delete from message where id = any(${ids}::bigint[]) and realm_id = ${realmId}`.execute(db)
}

/** Removes those of these topics that have no messages any more. */
export async function removeEmptyTopics(db: Db, topicIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select t.id from topic t where t.id = any(${topicIds}::int[])
      and not exists (select from message m where m.topic_id = t.id)`.execute(db)
  const empty = rows.map((row) => row.id)
  if (empty.length === 0) return
  await sql`delete from topic_edit where topic_id = any(${empty}::int[])`.execute(db)
  await sql`delete from topic where id = any(${empty}::int[])`.execute(db)
}

/** People with a row of their own about one of these messages. */
export async function peopleWithRows(db: Db, ids: readonly number[]): Promise<number[]> {
  const statement = sql<{ user_id: number }>`
    select distinct user_id from user_flag where message_id = any(${ids}::bigint[])`
  const { rows } = await (ids.length === 1 ? runPlanned(db, 'people-with-rows', statement) : statement.execute(db))
  return rows.map((row) => row.user_id)
}

export interface TopicPiece {
  readonly topic: { readonly id: number; readonly name: string } | undefined
  readonly messages: readonly { readonly id: number; readonly sender_id: number }[]
}

/** The newest messages of a topic that somebody may read. */
export async function newestInTopic(
  db: Db,
  wanted: {
    readonly channelId: number
    readonly topicKey: string
    readonly userId: number
    readonly isShared: boolean
    readonly most: number
  },
): Promise<TopicPiece> {
  const topic = await db
    .selectFrom('topic')
    .select(['id', 'name'])
    .where('channel_id', '=', wanted.channelId)
    .where('name_key', '=', wanted.topicKey)
    .executeTakeFirst()
  if (!topic) return { topic, messages: [] }
  const { rows } = await sql<{ id: number; sender_id: number }>`
    select m.id, m.sender_id from message m
    where m.topic_id = ${topic.id} and (${wanted.isShared} or ${receivedBy(wanted.userId)})
    order by m.id desc limit ${wanted.most}`.execute(db)
  return { topic, messages: rows }
}

export interface SentMessage {
  readonly id: number
  readonly sender_id: number
  readonly conv_id: number
  readonly channel_id: number | null
  readonly members: readonly number[] | null
  readonly topic_id: number | null
  readonly topic: string | null
}

/** The newest messages of a sender in the places that are wanted. */
export async function newestOfSender(
  db: Db,
  realmId: number,
  senderId: number,
  wanted: {
    readonly publicChannels: boolean
    readonly privateChannels: boolean
    readonly direct: boolean
    /** Seconds. */
    readonly until: number
    readonly most: number
  },
): Promise<SentMessage[]> {
  const { rows } = await sql<SentMessage>`
    select m.id, m.sender_id, m.conv_id, h.id as channel_id, c.members, m.topic_id, t.name as topic
    from message m
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = m.topic_id
    left join channel h on h.conv_id = m.conv_id
    where m.sender_id = ${senderId} and m.realm_id = ${realmId} and m.sent_at <= ${wanted.until}
      and case when h.id is null then ${wanted.direct}::boolean when h.invite_only then ${wanted.privateChannels}::boolean
        else ${wanted.publicChannels}::boolean end
    order by m.id desc limit ${wanted.most}`.execute(db)
  return rows
}
