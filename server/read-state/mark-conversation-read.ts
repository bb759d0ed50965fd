import { sql } from 'kysely'
import { users } from '../log/audience.ts'
import { isOutsideMention, readBy } from '../messages/ledger-sql.ts'
import type { Tx } from '../transaction/tx.ts'

/** Marks everything received in a conversation as read and emits an event for the messages that were unread. */
export async function markConversationRead(tx: Tx, userId: number, convId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from message m
    join read_pos p on p.user_id = ${userId} and p.conv_id = m.home_conv
    where m.home_conv = ${convId} and m.hseq > p.upto and not ${readBy(userId)}
    order by m.id`.execute(tx.db)
  await sql`
    update read_pos p set upto = c.last_hseq from conversation_head c
    where c.id = ${convId} and p.conv_id = c.id and p.user_id = ${userId}`.execute(tx.db)
  await sql`delete from read_bits where user_id = ${userId} and conv_id = ${convId}`.execute(tx.db)
  tellRead(tx, userId, rows)
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
  tellRead(tx, userId, rows)
}

function tellRead(tx: Tx, userId: number, rows: readonly { readonly id: number }[]): void {
  const messages = rows.map((row) => row.id)
  if (messages.length === 0) return
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false },
    users(userId),
  )
}
