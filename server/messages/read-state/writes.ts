import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import {
  bornReadBy,
  CAME_READ,
  chunkOf,
  endOfChunk,
  has,
  keptThroughMoves,
  markOf,
  marksAt,
  NEVER_LEFT,
  singleMark,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { FlagChange } from './queries.ts'

/** A message by its address, and a person. */
export type Address = Pick<FlagChange, 'user_id' | 'home_conv' | 'hseq'>

const columns = (changed: readonly Address[]) => [
  changed.map((one) => one.user_id),
  changed.map((one) => one.home_conv),
  changed.map((one) => one.hseq),
]

const MARKS = `
  select user_id, conv_id, ${chunkOf('hseq')} as chunk, bit_or(${singleMark('hseq')}) as bits
  from unnest($1::int[], $2::int[], $3::int[]) as t (user_id, conv_id, hseq) group by 1, 2, 3`

/**
 * Marks messages as read. Positions move up to the first message that is still unread, and the marks below are dropped.
 * A person who keeps reading leaves no marks behind, and finding unread messages stays fast.
 */
export async function markRead(client: pg.ClientBase, changed: readonly FlagChange[]): Promise<void> {
  await client.query({
    name: 'mark-read',
    text: `
      with wanted as materialized (${MARKS}
      ), touched as (
        select p.user_id, p.conv_id, p.upto from read_pos p
        join (select distinct user_id, conv_id from wanted) w using (user_id, conv_id)
      ), marks as materialized (
        select user_id, conv_id, chunk, bit_or(bits) as bits from (
          select * from wanted
          union all
          select user_id, conv_id, b.chunk, b.bits from touched join read_bits b using (user_id, conv_id)
          where b.chunk >= ${chunkOf('upto')}
        ) all_marks group by 1, 2, 3
      ), reached as (
        select p.user_id, p.conv_id, coalesce(u.hseq - 1, c.last_hseq) as upto
        from touched p join conversation_head c on c.id = p.conv_id
        left join lateral (
          select m.hseq from message m
          left join marks b on ${marksAt('p.user_id', 'p.conv_id')}
          where m.home_conv = p.conv_id and m.hseq > p.upto and coalesce(${markOf('b.bits', 'm.hseq')}, 0) = 0
            and (${NEVER_LEFT} or ${keptThroughMoves('p.user_id')})
            and not (${bornReadBy('p.user_id')} and not exists (
              select 1 from user_flag f where f.user_id = p.user_id and f.message_id = m.id
                and ${has('f.flags', USER_BIT.markedUnread)}))
            and not exists (
              select 1 from user_flag f where f.user_id = p.user_id and f.message_id = m.id and ${CAME_READ})
          order by m.hseq limit 1
        ) u on true
      ), dropped as (
        delete from read_bits b using reached r
        where b.user_id = r.user_id and b.conv_id = r.conv_id and ${endOfChunk('b.chunk')} <= r.upto
      ), moved as (
        update read_pos p set upto = r.upto from reached r
        where p.user_id = r.user_id and p.conv_id = r.conv_id and p.upto < r.upto
      )
      insert into read_bits (user_id, conv_id, chunk, bits)
      select user_id, conv_id, chunk, bits from wanted left join reached using (user_id, conv_id)
      where ${endOfChunk('chunk')} > coalesce(upto, 0)
      on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits`,
    values: columns(changed),
  })
}

/**
 * Lowers positions to just before the first of these messages, marks the messages in between as read, and then removes
 * the marks of these messages.
 */
const LOWER_POSITIONS = [
  {
    name: 'lower-positions',
    text: `
      with lowest as (
        select user_id, conv_id, min(hseq) as hseq from unnest($1::int[], $2::int[], $3::int[]) as t (user_id, conv_id, hseq)
        group by 1, 2
      ), above as (
        select p.user_id, p.conv_id, p.upto, l.hseq from read_pos p join lowest l using (user_id, conv_id) where p.upto >= l.hseq
      ), filled as (
        insert into read_bits (user_id, conv_id, chunk, bits)
        select user_id, conv_id, chunk, bits_between(chunk, hseq, upto)
        from above cross join lateral generate_series(${chunkOf('hseq')}, ${chunkOf('upto')}) as chunk
        on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits
      )
      update read_pos p set upto = a.hseq - 1 from above a where p.user_id = a.user_id and p.conv_id = a.conv_id`,
  },
  {
    name: 'clear-marks',
    text: `update read_bits b set bits = b.bits & ~t.bits from (${MARKS}) t
      where b.user_id = t.user_id and b.conv_id = t.conv_id and b.chunk = t.chunk`,
  },
] as const

/** For messages that are marked unread, after the position in their home conversation was raised. */
export async function keepUnread(db: Db, messages: readonly Address[]): Promise<void> {
  if (messages.length === 0) return
  for (const { text } of LOWER_POSITIONS) await db.executeQuery(CompiledQuery.raw(text, columns(messages)))
}

export async function markUnread(client: pg.ClientBase, changed: readonly FlagChange[]): Promise<void> {
  for (const statement of LOWER_POSITIONS) await client.query({ ...statement, values: columns(changed) })
  // By this bit, openMemberships finds moved messages that must stay unread.
  const own = changed.filter((one) => one.born_read || one.conv_id !== one.home_conv)
  const copied = changed.filter((one) => !one.received)
  await setUserFlags(client, own, USER_BIT.markedUnread)
  await setUserFlags(client, copied, USER_BIT.historical | USER_BIT.markedUnread)
}

/** A row for a message that was never received is a copy, with the flag `historical`. */
export async function setUserFlags(client: pg.ClientBase, changed: readonly FlagChange[], bit: number): Promise<void> {
  if (changed.length === 0) return
  await client.query({
    name: 'set-user-flags',
    text: `insert into user_flag (user_id, message_id, flags)
      select * from unnest($1::int[], $2::bigint[], $3::int[])
      on conflict (user_id, message_id) do update set flags = user_flag.flags | excluded.flags`,
    values: [
      changed.map((one) => one.user_id),
      changed.map((one) => one.id),
      changed.map((one) => (one.received ? bit : bit | USER_BIT.historical)),
    ],
  })
}

export async function clearUserFlags(
  client: pg.ClientBase,
  changed: readonly FlagChange[],
  bit: number,
): Promise<void> {
  const values = [changed.map((one) => one.user_id), changed.map((one) => one.id), bit]
  await client.query({
    name: 'clear-user-flags',
    text: `update user_flag f set flags = f.flags & ~$3::int from unnest($1::int[], $2::bigint[]) as t (user_id, message_id)
      where f.user_id = t.user_id and f.message_id = t.message_id`,
    values,
  })
  await client.query({
    name: 'drop-empty-user-flags',
    text: `delete from user_flag f using unnest($1::int[], $2::bigint[]) as t (user_id, message_id)
      where f.user_id = t.user_id and f.message_id = t.message_id and f.flags = 0`,
    values: values.slice(0, 2),
  })
}
