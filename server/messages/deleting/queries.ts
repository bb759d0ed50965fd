import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from user_flag where message_id = any(${ids}::bigint[])`.execute(db)
  return rows.map((row) => row.user_id)
}
