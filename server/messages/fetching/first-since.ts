import { type RawBuilder, sql } from 'kysely'

/**
 * An id at or before the first message of a time, by halving the range of ids: messages are dated in the order of their
 * ids. Where a clock was wrong, it is one of the places where the time is passed.
 */
export const firstSince = (realmId: number, since: number): RawBuilder<number> => sql`(
  with recursive half (low, high) as (
    select min(id), max(id) + 1 from message where realm_id = ${realmId}
    union all
    select case when m.sent_at < ${since} then m.id + 1 else h.low end,
      case when m.sent_at < ${since} then h.high else (h.low + h.high) / 2 end
    from half h cross join lateral (
      select id, sent_at from message where realm_id = ${realmId} and id >= (h.low + h.high) / 2 order by id limit 1
    ) m where h.low < h.high
  ) select max(low) from half)`
