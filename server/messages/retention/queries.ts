import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { RetentionRules } from './rules.ts'

/**
 * Messages are looked at in the order of their ids, the oldest first. That is the order of their times too, except after
 * a change of the clock: up to this number of messages with a later time may lie before an expired one.
 */
const LOOKED_AT = 200
/** To find out whether anything has expired, the first few are enough. */
const FIRST_FEW = 20

/** Returns conversations with expired messages, up to a limit. */
export async function expiredConversations(
  db: Db,
  realmId: number,
  { channels, direct }: RetentionRules,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversation c
    left join unnest(${[...channels.keys()]}::int[], ${[...channels.values()].map((one) => one.before)}::bigint[])
      as own (conv_id, before) on own.conv_id = c.id
    cross join lateral (
      select min(sent_at) as first from (
        select sent_at from message m where m.conv_id = c.id order by m.id limit ${FIRST_FEW}
      ) oldest
    ) oldest
    where c.realm_id = ${realmId}
      and oldest.first < case when c.members is null then own.before else ${direct ?? null}::bigint end
    limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

export interface ExpiredMessage {
  readonly id: number
  readonly sender_id: number
  readonly topic_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
}

/** The oldest messages of a conversation that were sent before a time. */
export async function expiredMessages(
  db: Db,
  realmId: number,
  convId: number,
  before: number,
  most: number,
): Promise<ExpiredMessage[]> {
  const { rows } = await sql<ExpiredMessage>`
    select m.id, m.sender_id, m.topic_id, t.name as topic, c.members
    from (
      select id, sender_id, topic_id, sent_at, conv_id from message
      where realm_id = ${realmId} and conv_id = ${convId} order by id limit ${LOOKED_AT}
    ) m
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = m.topic_id
    where m.sent_at < ${before}
    order by m.id limit ${most}`.execute(db)
  return rows
}

/** True if the organization, or one of its channels, deletes messages after some time. */
export async function hasRetention(db: Db, realmId: number): Promise<boolean> {
  const { rows } = await sql`
    select from realm r
    where r.id = ${realmId} and not r.deactivated and (
      coalesce((r.settings->>'message_retention_days')::int, -1) <> -1
      or exists (select from channel c where c.realm_id = r.id and c.message_retention_days <> -1))`.execute(db)
  return rows.length > 0
}
