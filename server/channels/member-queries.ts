import { sql } from 'kysely'
import type { Db } from '../kernel/db/database.ts'
import { runPlanned } from '../kernel/db/planned.ts'
import { has, isOutsideMention, readBy } from '../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../kernel/ledger/message-flags.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { type Address, keepUnread } from '../messages/read-state/writes.ts'

/** A person starts to receive a conversation after this row of the log. */
export interface ReceiptStart {
  readonly userId: number
  readonly convId: number
  readonly fromSeq: number
}

/**
 * Opens membership intervals. Messages between an earlier interval and this one were not received and must not be
 * unread. A first subscription therefore starts at the head, and a return marks the gap as read. Messages that were moved
 * elsewhere, and that the person has marked unread there, stay unread.
 */
export async function openMemberships(db: Db, realmId: number, openings: readonly ReceiptStart[]): Promise<void> {
  const column = (name: keyof ReceiptStart) => openings.map((opening) => opening[name])
  const statement = sql<Address>`
    with wanted as (
      select * from unnest(${column('userId')}::int[], ${column('convId')}::int[], ${column('fromSeq')}::bigint[])
        as w (user_id, conv_id, from_seq)
    ), head as materialized (
      select id, last_hseq from conversation_head where id = any(${[...new Set(column('convId'))]}::int[])
    ), opened as (
      insert into member (user_id, conv_id, from_hseq, from_seq)
      select w.user_id, w.conv_id, head.last_hseq, w.from_seq from wanted w join head on head.id = w.conv_id
      on conflict do nothing
      returning user_id, conv_id, from_hseq as head
    ), before as (
      select o.user_id, o.conv_id, o.head, max(m.to_hseq) as left_at
      from opened o left join member m on m.user_id = o.user_id and m.conv_id = o.conv_id and m.to_hseq is not null
      group by 1, 2, 3
    ), at_head as (
      insert into read_pos (user_id, conv_id, upto)
      select b.user_id, b.conv_id, b.head
      from before b left join read_pos p on p.user_id = b.user_id and p.conv_id = b.conv_id
      where p.upto is null or p.upto >= coalesce(b.left_at, 0)
      on conflict (user_id, conv_id) do update set upto = excluded.upto
      returning user_id, conv_id
    ), dropped as (
      -- A bot that was mentioned before may have read marks without a position.
      delete from read_bits b using at_head h where b.user_id = h.user_id and b.conv_id = h.conv_id
    ), filled as (
      insert into read_bits (user_id, conv_id, chunk, bits)
      select b.user_id, b.conv_id, chunk, bits_between(chunk, b.left_at + 1, b.head)
      from before b cross join lateral generate_series((b.left_at + 1) >> 10, b.head >> 10) as chunk
      where b.left_at is not null and b.head > b.left_at
        and not exists (select 1 from at_head h where h.user_id = b.user_id and h.conv_id = b.conv_id)
      on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits
    )
    select o.user_id, m.home_conv, m.hseq
    from opened o join user_flag f on f.user_id = o.user_id and ${sql.raw(has('f.flags', USER_BIT.markedUnread))}
      join message m on m.realm_id = ${realmId} and m.id = f.message_id and m.home_conv = o.conv_id and m.conv_id <> m.home_conv
    where not ${readBy(sql`o.user_id`)}
  `
  const { rows: unread } = await runPlanned(db, 'open-memberships', statement)
  await keepUnread(db, unread)
}

/** The conversations in which these bots were mentioned without being members. */
export async function mentionedFromOutside(
  db: Db,
  realmId: number,
  botIds: readonly number[],
  convIds: readonly number[],
): Promise<{ user_id: number; conv_id: number }[]> {
  const { rows } = await sql<{ user_id: number; conv_id: number }>`
    select distinct f.user_id, m.home_conv as conv_id from user_flag f
    join message m on m.realm_id = ${realmId} and m.id = f.message_id
    where f.user_id = any(${botIds}::int[]) and ${sql.raw(isOutsideMention('f.flags'))}
      and m.home_conv = any(${convIds}::int[])`.execute(db)
  return rows
}

/** Closes the open intervals at the row that is emitted next: all channels of these people, or only one. */
export async function closeMemberships(
  db: Db,
  atSeq: number,
  userIds: readonly number[],
  channel: Channel | null,
): Promise<void> {
  await sql`
    update member m set to_hseq = c.last_hseq, to_seq = ${atSeq}
    from conversation_head c
    where c.id = m.conv_id and m.to_seq is null and c.members is null
      and m.user_id = any(${userIds}::int[])
      and (${channel?.convId ?? null}::int is null or m.conv_id = ${channel?.convId ?? null}::int)
  `.execute(db)
}
