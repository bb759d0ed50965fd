import { sql } from 'kysely'
import { users } from '../log/audience.ts'
import { BORN_READ, has, isOutsideMention, markOf, marksAt, readBy } from '../messages/ledger-sql.ts'
import { USER_BIT } from '../messages/message-flags.ts'
import type { Tx } from '../transaction/tx.ts'

/** Everything that these people received in a conversation becomes read, with the events for what was not. */
export async function markConversationRead(tx: Tx, userIds: readonly number[], convId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select p.user_id, json_agg(m.id order by m.id) as ids
    from read_pos p
    cross join lateral (
      select id, sender_id, hseq, mflags from message m
      where m.home_conv = p.conv_id and m.hseq > p.upto offset 0
    ) m
    left join read_bits b on ${sql.raw(marksAt('p.user_id', 'p.conv_id'))}
    where p.conv_id = ${convId} and p.user_id = any(${userIds}::int[])
      and coalesce(${sql.raw(markOf('b.bits', 'm.hseq'))}, 0) = 0
      and not (m.sender_id = p.user_id and ${sql.raw(BORN_READ)} and not exists (
        select from user_flag f where f.user_id = p.user_id and f.message_id = m.id
          and ${sql.raw(has('f.flags', USER_BIT.markedUnread))}))
    group by p.user_id order by p.user_id`.execute(tx.db)
  await sql`
    update read_pos p set upto = c.last_hseq from conversation_head c
    where c.id = ${convId} and p.conv_id = c.id and p.user_id = any(${userIds}::int[])`.execute(tx.db)
  await sql`delete from read_bits where conv_id = ${convId} and user_id = any(${userIds}::int[])`.execute(tx.db)
  for (const { user_id: userId, ids } of rows) tellRead(tx, userId, ids)
}

/**
 * For a bot that was mentioned in a channel before joining it: marks those messages as read, because they are before
 * its new read position.
 */
export async function markOutsideMentionsRead(tx: Tx, userId: number, convId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from user_flag f join message m on m.id = f.message_id
    where f.user_id = ${userId} and ${sql.raw(isOutsideMention('f.flags'))}
      and m.home_conv = ${convId} and not ${readBy(userId)}
    order by m.id`.execute(tx.db)
  tellRead(
    tx,
    userId,
    rows.map((row) => row.id),
  )
}

function tellRead(tx: Tx, userId: number, messages: number[]): void {
  if (messages.length === 0) return
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false },
    users(userId),
  )
}
