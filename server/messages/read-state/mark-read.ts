import { sql } from 'kysely'
import { chunkOf, singleMark } from '../../kernel/ledger/ledger-sql.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'

/** Marks messages as read for each of these people, whether or not they were unread. */
export async function markReadByIds(tx: Tx, userIds: readonly number[], ids: readonly number[]): Promise<void> {
  if (userIds.length === 0 || ids.length === 0) return
  await sql`
    insert into read_bits (user_id, conv_id, chunk, bits)
    select u.id, m.home_conv, ${sql.raw(chunkOf('m.hseq'))}, bit_or(${sql.raw(singleMark('m.hseq'))})
    from message m cross join unnest(${userIds}::int[]) as u (id)
    left join read_pos p on p.user_id = u.id and p.conv_id = m.home_conv
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${tx.realm.id} and m.hseq > coalesce(p.upto, 0)
    group by 1, 2, 3
    on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits`.execute(tx.db)
}
