import { type RawBuilder, sql } from 'kysely'
import { CONTAINS_ADDRESS } from './ledger-sql.ts'

// What moves between channels left to a person. A page of messages has few different moves, so they are decided once
// each and not for every message.

/** What a person has of the messages of a move after it and all moves before it, as `fate_of_move` says it. */
const FATE = { asReceived: 1, all: 2 } as const

/** `r`, an interval of a person, contains the moment of `v`, a move to its conversation. */
const CONTAINS_MOVE = `r.conv_id = v.to_conv
    and r.from_seq < v.at_seq and (r.to_seq is null or v.at_seq <= r.to_seq)`

/** A table of a `with`, `fate (move_id, fate)`: the moves that a select returns. */
export const fatesOf = (userId: number, moves: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  fate as materialized (
    select n.move_id, fate_of_move(${userId}, n.move_id) as fate from (${moves}) n where n.move_id is not null
  )`

/**
 * The way of messages before a move that follows `p`, as a row of the columns `passed_…`. After a move that gave them to
 * everybody, who was where before it does not matter.
 */
export const WAY_BEFORE = `
  select coalesce(array_agg(conv order by conv), '{}') as passed_convs,
    coalesce(array_agg(first order by conv), '{}') as passed_first,
    coalesce(array_agg(last order by conv), '{}') as passed_last,
    coalesce(p.gains or p.passed_gains, false) as passed_gains
  from (
    select conv, min(first) as first, max(last) as last from (
      select conv, first, last from unnest(p.passed_convs, p.passed_first, p.passed_last) u (conv, first, last)
      where not p.gains
      union all select p.to_conv, p.at_seq, p.at_seq where p.id is not null
    ) move_of_conv group by conv
  ) each_conv`

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
