import { sql } from 'kysely'
import { runPlanned } from '../../kernel/db/planned.ts'
import { chunkOf, singleMark, unreadBy } from '../../kernel/ledger/ledger-sql.ts'
import { users } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'

/**
 * Everything that the caller has received becomes read, whatever its size: positions go to the end. Copies, and mentions
 * of bots, can be in conversations without a position. These are marked one by one.
 */
export async function markAllRead(tx: CallTx): Promise<void> {
  const { id: userId } = tx.actor.user
  const statement = sql`
    with dropped as (
      delete from read_bits b using read_pos p
      where b.user_id = ${userId} and p.user_id = b.user_id and p.conv_id = b.conv_id
    ), moved as (
      update read_pos p set upto = c.last_hseq from conversation_head c
      where p.user_id = ${userId} and c.id = p.conv_id and p.upto < c.last_hseq
    )
    insert into read_bits (user_id, conv_id, chunk, bits)
    select f.user_id, m.home_conv, ${sql.raw(chunkOf('m.hseq'))}, bit_or(${sql.raw(singleMark('m.hseq'))})
    from user_flag f join message m on m.id = f.message_id and m.realm_id = ${tx.realm.id}
    where f.user_id = ${userId} and ${unreadBy(userId)}
      and not exists (select from read_pos p where p.user_id = ${userId} and p.conv_id = m.home_conv)
    group by 1, 2, 3
    on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits`
  await runPlanned(tx.db, 'mark-all-read', statement)
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [], all: true },
    users(userId),
  )
}
