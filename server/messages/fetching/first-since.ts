import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from './message-source.ts'

/**
 * An id at or before the first message of a time, by halving the range of ids: messages are dated in the order of their
 * ids. That holds for each conversation, also where an import brought old messages into a living organization. Where it
 * does not hold, after a wrong clock or in several conversations, this is one of the places where the time is passed.
 */
export function firstSince({ realmId, place }: PageRequest, since: number): RawBuilder<number> {
  const scope = place ? sql`realm_id = ${realmId} and conv_id = ${place}` : sql`realm_id = ${realmId}`
  return sql`(
  with recursive half (low, high) as (
    select min(id), max(id) + 1 from message where ${scope}
    union all
    select case when m.sent_at < ${since} then m.id + 1 else h.low end,
      case when m.sent_at < ${since} then h.high else (h.low + h.high) / 2 end
    from half h cross join lateral (
      select id, sent_at from message where ${scope} and id >= (h.low + h.high) / 2 order by id limit 1
    ) m where h.low < h.high
  ) select max(low) from half)`
}
