import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import {
  bornReadBy,
  CAME_WITH_ROW,
  chunkOf,
  has,
  isMention,
  isUnreadCopy,
  lacks,
  MENTIONS_EVERYBODY,
  markOf,
  reached,
  receivedBeside,
  receivesNow,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'

/** The part of a message that flag requests need. */
export interface FlagTarget {
  readonly id: number
  readonly channel_id: number | null
  readonly members: number[] | null
  readonly received: boolean
  readonly flags: number | null
}

/** Loads the facts that decide the access to the messages of a request. */
export async function loadTargets(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<FlagTarget[]> {
  const statement = sql<FlagTarget>`
    select m.id, t.channel_id, c.members, f.flags,
      ${receivedBeside(userId)} as received
    from message m
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = m.topic_id
    left join user_flag f on f.user_id = ${userId} and f.message_id = m.id
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId}`
  const { rows } = await runPlanned(db, 'flag-targets', statement)
  return rows
}

/** A message that a request actually changes. */
export interface FlagChange {
  readonly ord: number
  readonly user_id: number
  readonly id: number
  readonly home_conv: number
  readonly hseq: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly members: number[] | null
  readonly mentioned: boolean
  readonly received: boolean
  readonly born_read: boolean
  /** It is in another channel than the one to which it was sent. */
  readonly is_moved: boolean
}

const READ = `(w.hseq <= coalesce(w.upto, 0) or coalesce(${markOf('w.bits', 'w.hseq')}, 0) = 1
  or (w.born_read and ${lacks('w.own', USER_BIT.markedUnread)}))`

const RECEIVES_NOW = `exists (
  select 1 from member r where r.user_id = w.user_id and ${receivesNow('w.conv_id')})`

/** Received, or a copy that was marked unread, of a conversation that the person receives now. Both can be unread. */
const HELD = `(w.received or (${isUnreadCopy('w.own')} and ${RECEIVES_NOW}))`

/** Which of the wanted messages change, by flag and operation. Messages that the person does not have count as read. */
const CHANGES: Readonly<Record<string, string>> = {
  'read add': `${HELD} and not ${READ}`,
  'read remove': `(w.received or ${RECEIVES_NOW}) and (${READ} or not ${HELD})`,
  'starred add': lacks('w.own', USER_BIT.starred),
  'starred remove': has('w.own', USER_BIT.starred),
  'collapsed add': lacks('w.own', USER_BIT.collapsed),
  'collapsed remove': has('w.own', USER_BIT.collapsed),
}

/** Where a message is. Only events about messages that become unread tell it. */
const KNOWN_PLACE = {
  columns: 't.channel_id, t.name as topic, c.members',
  joins: 'join conversation c on c.id = m.conv_id left join topic t on t.id = m.topic_id',
}
const NO_PLACE = { columns: 'null::int as channel_id, null::text as topic, null::int[] as members', joins: '' }

/**
 * Takes the lane with one log row per request and returns the messages that change. The statement always returns one
 * row with a null id, to distinguish "nothing changes" from "the lane has moved on". Positions and marks are read once for
 * each chunk of a conversation. With a plain join of the marks, the planner reads those of everybody in it.
 */
export async function takeLaneForFlags(
  client: pg.ClientBase,
  operation: string,
  step: { realmId: number; expected: number },
  requests: readonly { userId: number; ids: readonly number[] }[],
): Promise<FlagChange[] | null> {
  const wanted = requests.flatMap(({ userId, ids }, index) => ids.map((id) => ({ ord: index + 1, userId, id })))
  const place = operation === 'read remove' ? KNOWN_PLACE : NO_PLACE
  const { rows } = await client.query<FlagChange & { id: number | null }>({
    name: `flags ${operation}`,
    text: `
      with lane as (
        update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq
      ), m as materialized (
        select i.ord, i.user_id, m.id, m.conv_id, m.home_conv, m.hseq, m.topic_id, m.sender_id, m.mflags, m.move_id
        from unnest($4::int[], $5::int[], $6::bigint[]) as i (ord, user_id, message_id)
        join message m on m.id = i.message_id and m.realm_id = $1
      ), k as materialized (
        select d.user_id, d.home_conv, d.chunk, p.upto, b.bits
        from (select distinct user_id, home_conv, ${chunkOf('hseq')} as chunk from m) d
        left join read_pos p on p.user_id = d.user_id and p.conv_id = d.home_conv
        left join lateral (
          select bits from read_bits b where b.user_id = d.user_id and b.conv_id = d.home_conv and b.chunk = d.chunk offset 0
        ) b on true
      ), w as materialized (
        select m.ord, m.user_id, m.id, m.conv_id, m.home_conv, m.hseq, ${place.columns},
          coalesce(f.flags, 0) as own, ${MENTIONS_EVERYBODY} as mentions_everybody,
          ${bornReadBy('m.user_id')} or ${has('coalesce(f.flags, 0)', USER_BIT.bornRead)} as born_read,
          k.upto, k.bits, ${reached('m.user_id')} or ${CAME_WITH_ROW} as received
        from m
        join k on k.user_id = m.user_id and k.home_conv = m.home_conv and k.chunk = ${chunkOf('m.hseq')}
        ${place.joins}
        left join user_flag f on f.user_id = m.user_id and f.message_id = m.id
      )
      select null::int as ord, null::int as user_id, null::bigint as id, null::int as home_conv, null::int as hseq,
        null::int as channel_id, null::text as topic, null::int[] as members, false as mentioned, false as received,
        false as born_read, false as is_moved
      from lane
      union all
      select ord, user_id, id, home_conv, hseq, channel_id, topic, members,
        ${isMention('own', 'mentions_everybody and received')} as mentioned, received, born_read,
        conv_id <> home_conv as is_moved
      from w, lane where ${CHANGES[operation]}
      order by ord nulls first, id`,
    values: [
      step.realmId,
      step.expected,
      requests.length,
      wanted.map((one) => one.ord),
      wanted.map((one) => one.userId),
      wanted.map((one) => one.id),
    ],
  })
  return rows.length === 0 ? null : (rows.slice(1) as FlagChange[])
}
