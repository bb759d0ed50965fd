import { sql } from 'kysely'
import { users } from '../log/audience.ts'
import { unreadBy } from '../messages/ledger-sql.ts'
import type { CallTx } from '../transaction/tx.ts'
import { markReadByIds } from './mark-read.ts'

/** Everything that the caller has received becomes read, whatever its size: positions go to the end. */
export async function markAllRead(tx: CallTx): Promise<void> {
  const { id: userId } = tx.actor.user
  await sql`
    delete from read_bits b using read_pos p
    where b.user_id = ${userId} and p.user_id = b.user_id and p.conv_id = b.conv_id`.execute(tx.db)
  await sql`
    update read_pos p set upto = c.last_hseq from conversation_head c
    where p.user_id = ${userId} and c.id = p.conv_id and p.upto < c.last_hseq`.execute(tx.db)
  // Copies, and mentions of bots, can be in conversations without a position.
  const { rows } = await sql<{ id: number }>`
    select m.id from user_flag f join message m on m.id = f.message_id
    where f.user_id = ${userId} and ${unreadBy(userId)}`.execute(tx.db)
  await markReadByIds(
    tx,
    [userId],
    rows.map((row) => row.id),
  )
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [], all: true },
    users(userId),
  )
}
