import { sql } from 'kysely'
import type { Tx } from '../log/transact.ts'
import type { Channel } from '../realm-state/channel.ts'

/**
 * Opens intervals of receiving at the row that is about to be emitted. What was sent between an earlier interval and
 * this one was not received and must not look unread: a first subscription starts at the head, a return marks the gap.
 */
export async function openMemberships(tx: Tx, channels: readonly Channel[], userIds: readonly number[]): Promise<void> {
  const convIds = channels.map((channel) => channel.convId)
  await sql`
    with head as materialized (
      select id, last_hseq from conversation_head where id = any(${convIds}::int[])
    ), opened as (
      insert into member (user_id, conv_id, from_hseq, from_seq)
      select u.id, head.id, head.last_hseq, ${tx.nextSeq} from head cross join unnest(${userIds}::int[]) as u (id)
      on conflict do nothing
      returning user_id, conv_id, from_hseq as head
    ), before as (
      select o.user_id, o.conv_id, o.head, max(m.to_hseq) as left_at
      from opened o left join member m on m.user_id = o.user_id and m.conv_id = o.conv_id and m.to_hseq is not null
      group by 1, 2, 3
    ), at_head as (
      insert into read_pos (user_id, conv_id, upto)
      select b.user_id, b.conv_id, b.head from before b
      on conflict (user_id, conv_id) do update set upto = excluded.upto
      where read_pos.upto >= coalesce((select left_at from before b where b.user_id = read_pos.user_id and b.conv_id = read_pos.conv_id), 0)
      returning user_id, conv_id
    ), dropped as (
      -- A bot that was called before may have read without a position.
      delete from read_bits b using at_head h where b.user_id = h.user_id and b.conv_id = h.conv_id
    )
    insert into read_bits (user_id, conv_id, chunk, bits)
    select b.user_id, b.conv_id, chunk, bits_between(chunk, b.left_at + 1, b.head)
    from before b cross join lateral generate_series((b.left_at + 1) >> 10, b.head >> 10) as chunk
    where b.left_at is not null and b.head > b.left_at
      and not exists (select 1 from at_head h where h.user_id = b.user_id and h.conv_id = b.conv_id)
    on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits
  `.execute(tx.db)
}

/** Closes the open intervals at the row that is about to be emitted; all channels of these people, or only one. */
export async function closeMemberships(tx: Tx, userIds: readonly number[], channel: Channel | null): Promise<void> {
  await sql`
    update member m set to_hseq = c.last_hseq, to_seq = ${tx.nextSeq}
    from conversation_head c
    where c.id = m.conv_id and m.to_seq is null and c.members is null
      and m.user_id = any(${userIds}::int[])
      and (${channel?.convId ?? null}::int is null or m.conv_id = ${channel?.convId ?? null}::int)
  `.execute(tx.db)
}
