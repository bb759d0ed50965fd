import { sql } from 'kysely'
import { type Step, uniform } from './step.ts'

/**
 * Read positions. Most people have read most messages. The first four accounts are for measurements: nothing unread,
 * about fifty unread per conversation, everything unread, and everything after the first message read in fragments.
 */
export const readState: Step = {
  name: 'read state',
  async run(to) {
    await sql`
      create temp table pop_read on commit drop as
      with head as materialized (
        select id, last_hseq from conversation_head
      ), drawn as (
        select m.user_id, m.conv_id, m.user_index, h.last_hseq, m.user_id::bigint * 1000003 + m.conv_id as seed
        from pop_member m join head h on h.id = m.conv_id
      ), dice as (
        select *, ${uniform('seed', 11)} as a, ${uniform('seed', 12)} as b from drawn
      )
      select user_id, conv_id, last_hseq,
        coalesce(user_index = 3, false) or (a >= 0.95 and a < 0.98) as fragments,
        case
          when user_index = 0 then last_hseq
          when user_index = 1 then greatest(0, last_hseq - 50)
          when user_index = 2 then 0
          when user_index = 3 then least(1, last_hseq)
          when a < 0.65 then last_hseq
          when a < 0.98 then greatest(0, last_hseq - floor(b * b * 200)::int)
          else floor(b * last_hseq)::int
        end as upto
      from dice`.execute(to.tx)
    await sql`
      insert into read_pos (user_id, conv_id, upto)
      select user_id, conv_id, upto from pop_read order by user_id, conv_id`.execute(to.tx)
    to.progress(0.8)
    await sql.raw(fragments).execute(to.tx)
  },
}

const ONES = `repeat('1', 1024)::bit(1024)`

/**
 * A random half of the messages above the position. Bits are numbered from the left: shifting right clears the bits up
 * to the position, and shifting left those after the last message.
 */
const fragments = `
  insert into read_bits (user_id, conv_id, chunk, bits)
  select user_id, conv_id, chunk, bits from (
    select r.user_id, r.conv_id, chunk,
      ('x' || repeat(md5(r.user_id || ' ' || r.conv_id || ' ' || chunk), 8))::bit(1024)
        & (${ONES} >> greatest(0, r.upto + 1 - chunk * 1024))
        & (${ONES} << greatest(0, 1023 - (r.last_hseq - chunk * 1024))) as bits
    from pop_read r
    cross join lateral generate_series((r.upto + 1) >> 10, r.last_hseq >> 10) chunk
    where r.fragments and r.upto < r.last_hseq
  ) drawn where bit_count(bits) > 0`
