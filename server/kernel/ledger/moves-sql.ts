import { type RawBuilder, sql } from 'kysely'
import { CONTAINS_ADDRESS } from './ledger-sql.ts'

// What moves between channels left to a person. A page of messages has few different moves, so they are decided once
// each and not for every message.

/** What a person has of the messages of a move, after it and all moves before it. */
const FATE = { lost: 0, asReceived: 1, all: 2 } as const

/** `r`, an interval of a person, contains the moment of `v`, a move to its conversation. */
export const CONTAINS_MOVE = `r.conv_id = v.to_conv
    and r.from_seq < v.at_seq and (r.to_seq is null or v.at_seq <= r.to_seq)`

/**
 * Tables of a `with recursive`. The last one is `fate (move_id, fate)`, with the moves that a select returns. Each move is
 * read once, also if several chains contain it. LATERAL with OFFSET 0 keeps the planner from reading all moves.
 */
export const fatesOf = (realmId: number, userId: number, moves: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  step as (
    select v.* from (${moves}) n (move_id) cross join lateral (
      select id, to_conv, at_seq, gains, prev from move where realm_id = ${realmId} and id = n.move_id offset 0) v
    union
    select v.* from step s cross join lateral (
      select id, to_conv, at_seq, gains, prev from move where realm_id = ${realmId} and id = s.prev offset 0) v
  ), decided as materialized (
    select v.id, v.prev, v.gains, exists (
      select from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_MOVE)}) as was_there
    from step v
  ), fate as (
    select id as move_id, case when not was_there then ${sql.lit(FATE.lost)} when gains then ${sql.lit(FATE.all)}
      else ${sql.lit(FATE.asReceived)} end as fate
    from decided where prev is null
    union all
    select d.id, case when not d.was_there then ${sql.lit(FATE.lost)} when d.gains then ${sql.lit(FATE.all)}
      else e.fate end
    from fate e join decided d on d.prev = e.move_id
  )`

/** The person has `m` after its moves, whose fate is `e`. The condition says whether they had received it before. */
export const keptByFateIf = (wasReceived: RawBuilder<boolean>): RawBuilder<boolean> => sql`coalesce(
  e.fate = ${sql.lit(FATE.all)} or (e.fate = ${sql.lit(FATE.asReceived)} and ${wasReceived}), false)`

/** The same for any messages. */
export const keptByFate = (userId: number): RawBuilder<boolean> =>
  keptByFateIf(sql`exists (select from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_ADDRESS)})`)

/**
 * The person may have `m`, which was moved: they were in its channel at the last move. If that was its only move, this
 * is exact.
 */
export const mayHaveKept = (realmId: number, userId: number): RawBuilder<boolean> => sql`exists (
  select 1 from move v where v.realm_id = ${realmId} and v.id = m.move_id
    and exists (select 1 from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_MOVE)})
    and (v.depth > 1 or v.gains or exists (
      select 1 from member r where r.user_id = ${userId} and ${sql.raw(CONTAINS_ADDRESS)})))`
