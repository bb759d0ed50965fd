import { sql } from 'kysely'
import type { Db } from '../kernel/db/database.ts'
import { runPlanned } from '../kernel/db/planned.ts'
import {
  CONTAINS_ADDRESS,
  HAS_LEFT,
  keptThroughMoves,
  marksAt,
  mayBeUnreadCopy,
  NEVER_LEFT,
  RECEIVED_JOINED,
  readByJoined,
} from '../kernel/ledger/ledger-sql.ts'

/** Ids of messages, ascending, by who received them. */
export type ReceivedIds = ReadonlyMap<number, readonly number[]>

/** Who received which of these messages, whether or not they may still read them. */
export async function receivedAmong(db: Db, realmId: number, ids: readonly number[]): Promise<ReceivedIds> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select user_id, json_agg(id order by id) as ids from (
      select r.user_id, m.id from message m join member r on ${sql.raw(CONTAINS_ADDRESS)}
      where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[]) and ${sql.raw(NEVER_LEFT)}
      union select r.user_id, m.id from message m join member r on r.conv_id = m.conv_id
      where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[]) and ${sql.raw(HAS_LEFT)}
        and ${sql.raw(keptThroughMoves('r.user_id'))}
      union select user_id, message_id from user_flag where message_id = any(${ids}::bigint[])
    ) received group by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.ids]))
}

/**
 * Who may have some of these messages of a conversation besides the people who are in it: those with a row about one, and
 * those who left, if they were there between the first and the last of them, or when messages of that time were moved
 * there. Single messages are not compared, because there may be thousands. Some of those who left may be back.
 */
export async function holdersOutside(db: Db, convId: number, ids: readonly number[]): Promise<number[]> {
  const [oldest, newest] = ids.reduce(([low, high], id) => [Math.min(low, id), Math.max(high, id)], [ids[0]!, ids[0]!])
  const between = sql`m.conv_id = ${convId} and m.id >= ${oldest} and m.id <= ${newest}`
  const statement = sql<{ user_id: number }>`
    with former as materialized (
      select user_id, from_hseq, to_hseq, from_seq, to_seq from member where conv_id = ${convId} and to_seq is not null
    ), sent as materialized (
      select (select m.hseq from message m where ${between} and m.move_id is null order by m.id limit 1) as first,
        (select m.hseq from message m where ${between} and m.move_id is null order by m.id desc limit 1) as last,
        moved.first_move, moved.last_move
      from (
        select min(v.at_seq) as first_move, max(v.at_seq) as last_move
        from message m join move v on v.id = m.move_id where ${between} and m.move_id is not null
      ) moved where exists (select from former)
    )
    select user_id from user_flag where message_id = any(${ids}::bigint[])
    union select r.user_id from former r join sent m on (r.from_hseq < m.last and m.first <= r.to_hseq)
      or (r.from_seq < m.last_move and m.first_move <= r.to_seq)`
  const { rows } = await (ids.length === 1 ? runPlanned(db, 'holders-of-one', statement) : statement.execute(db))
  return rows.map((row) => row.user_id)
}

/** What the flags of a message are made of. */
interface FlagParts {
  readonly received: boolean
  readonly is_read: boolean
  readonly flags: number | null
  readonly mflags: number
}

/** People with the same flags. */
export interface FlagGroup extends FlagParts {
  readonly user_ids: readonly number[]
}

export interface FlagRow extends FlagParts {
  readonly user_id: number
}

export async function flagRowsOf(
  db: Db,
  realmId: number,
  messageId: number,
  userIds: readonly number[],
): Promise<FlagRow[]> {
  const groups = await flagGroupsOf(db, realmId, messageId, userIds)
  return groups.flatMap(({ user_ids, ...parts }) => user_ids.map((user_id) => ({ user_id, ...parts })))
}

/** The same message for many people. Joins instead of conditions about each person, because there may be thousands. */
export async function flagGroupsOf(
  db: Db,
  realmId: number,
  messageId: number,
  userIds: readonly number[],
): Promise<FlagGroup[]> {
  const person = sql.raw<number>('u.id')
  // A value of its own lets the database read the rows of one conversation. From `m` it would not know that there is one.
  const home = sql`(select home_conv from message where realm_id = ${realmId} and id = ${messageId})`
  const { rows } = await sql<FlagGroup>`
    with recursive moves as (
      select v.to_conv, v.at_seq, v.gains, v.prev, v.depth
      from message m join move v on v.id = m.move_id where m.realm_id = ${realmId} and m.id = ${messageId}
      union all
      select v.to_conv, v.at_seq, v.gains, v.prev, v.depth from moves n join move v on v.id = n.prev
    ), present as (
      select v.depth, r.user_id from moves v join member r on r.conv_id = v.to_conv
        and r.from_seq < v.at_seq and (r.to_seq is null or v.at_seq <= r.to_seq)
    ), lost as (
      select u.id as user_id, max(v.depth) as depth from unnest(${userIds}::int[]) as u (id) cross join moves v
      where not exists (select from present p where p.depth = v.depth and p.user_id = u.id)
      group by u.id
    )
    select json_agg(u.id order by u.id) as user_ids, f.flags, m.mflags, got.received,
      ${readByJoined('u.id')} or not (got.received or ${mayBeUnreadCopy(person)}) as is_read
    from message m cross join unnest(${userIds}::int[]) as u (id)
    left join user_flag f on f.user_id = u.id and f.message_id = m.id
    left join member r on r.user_id = u.id and r.conv_id = ${home} and ${sql.raw(CONTAINS_ADDRESS)}
    left join read_pos p on p.user_id = u.id and p.conv_id = ${home}
    left join read_bits b on b.conv_id = ${home} and ${sql.raw(marksAt('u.id', 'm.home_conv'))}
    left join lost l on l.user_id = u.id
    cross join lateral (select ${RECEIVED_JOINED} as received offset 0) got
    where m.realm_id = ${realmId} and m.id = ${messageId} group by f.flags, m.mflags, got.received, is_read`.execute(db)
  return rows
}
