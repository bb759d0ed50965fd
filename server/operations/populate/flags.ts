import { sql } from 'kysely'
import { type Step, uniform } from './step.ts'

const STARRED = 1
const MENTIONED = 2

/** The mentions of the messages step, and a star on one in 300 messages by one of its receivers. */
export const flags: Step = {
  name: 'flags',
  async run(to) {
    await sql`
      insert into user_flag (user_id, message_id, flags)
      select user_id, message_id, bit_or(flag) from (
        select user_id, message_id, ${MENTIONED}::int as flag from pop_mention
        union all
        select coalesce(m.members[1 + k], u.id), m.id, ${STARRED}::int from (
          select *, floor(${uniform('n', 21)} * size)::int as k from pop_message where n % 300 = 11
        ) m left join pop_user u on u.index = (m.start + m.k::bigint * m.stride) % ${to.size.users}::int
      ) f group by user_id, message_id`.execute(to.tx)
  },
}
