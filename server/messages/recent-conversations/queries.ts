import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import { receivedBy } from '../../kernel/ledger/ledger-sql.ts'

export interface RecentRow {
  /** The id of the newest message. */
  readonly id: number
  readonly sender_id: number
  readonly sent_at: number
  /** The beginning of its HTML. */
  readonly html: string
  readonly channel_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
  readonly senders: number[]
  readonly participated: boolean
}

interface RecentQuery {
  readonly realmId: number
  readonly userId: number
  /** The channels to look at, and for each whether the person may read all of its history, or only what they received. */
  readonly channels: readonly { readonly id: number; readonly isShared: boolean }[]
  readonly before: number
  readonly limit: number
}

/** The last sender, and whether the person wrote, is looked for among this number of messages of a conversation. */
const LOOKED_AT = 50
const MAX_SENDERS = 5
const MAX_HTML_LENGTH = 4_000

/**
 * The conversations of a person by the newest message that they can read. One lookup in an index finds that message; only
 * in a channel with protected history it passes those that the person did not receive.
 */
export async function recentConversations(db: Db, asked: RecentQuery): Promise<RecentRow[]> {
  const { realmId, userId, channels, before, limit } = asked
  const inTopic = sql`m.topic_id = p.topic_id and (p.is_shared or ${receivedBy(userId)})`
  const inDirect = sql`m.conv_id = p.conv_id and ${receivedBy(userId)}`
  const lastOf = (where: typeof inTopic) => sql`
    select m.id, m.sender_id from message m where ${where} order by m.id desc limit ${sql.lit(LOOKED_AT)}`
  const statement = sql<RecentRow>`
    with place as (
      select p.*, newest.id from (
        select t.id as topic_id, w.is_shared
        from unnest(${channels.map(({ id }) => id)}::int[], ${channels.map(({ isShared }) => isShared)}::boolean[])
          as w (channel_id, is_shared)
        join topic t on t.channel_id = w.channel_id
      ) p cross join lateral (select m.id from message m where ${inTopic} order by m.id desc limit 1) newest
    ), direct as (
      select p.*, newest.id from (
        select distinct c.id as conv_id from member r join conversation c on c.id = r.conv_id
        where r.user_id = ${userId} and c.members is not null
      ) p cross join lateral (select m.id from message m where ${inDirect} order by m.id desc limit 1) newest
    ), page as materialized (
      select id, topic_id, null::int as conv_id, is_shared from place where id < ${before}
      union all
      select id, null, conv_id, false from direct where id < ${before}
      order by id desc limit ${limit}
    )
    select m.id, m.sender_id, m.sent_at, left(m.rendered, ${sql.lit(MAX_HTML_LENGTH)}) as html,
      t.channel_id, t.name as topic, c.members, s.senders, s.participated
    from page p
    join message m on m.realm_id = ${realmId} and m.id = p.id
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = p.topic_id
    cross join lateral (
      select array_agg(sender_id order by last desc) filter (where place <= ${sql.lit(MAX_SENDERS)}) as senders,
        bool_or(sender_id = ${userId}) as participated
      from (
        select sender_id, max(id) as last, row_number() over (order by max(id) desc) as place from (
          (${lastOf(sql`p.topic_id is not null and ${inTopic}`)}) union all
          (${lastOf(sql`p.topic_id is null and ${inDirect}`)})
        ) m group by sender_id
      ) s
    ) s
    order by m.id desc`
  const { rows } = await runPlanned(db, 'recent-conversations', statement)
  return rows
}
