import { sql } from 'kysely'
import type { Step } from './step.ts'

const COLORS = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5']

/** All participants are members from the first message on: one open interval each. */
export const memberships: Step = {
  name: 'memberships',
  async run(to) {
    await sql`
      create temp table pop_member on commit drop as
      select p.place, p.conv_id, p.channel_id, u.index as user_index, u.id as user_id
      from pop_place p
      cross join lateral generate_series(0, p.size - 1) k
      join pop_user u on u.index = (p.start + k::bigint * p.stride) % ${to.size.users}::int
      where p.channel_id is not null
      union all
      select p.place, p.conv_id, null, u.index, u.id from pop_place p
      cross join lateral unnest(p.members) m join pop_user u on u.id = m
      where p.channel_id is null`.execute(to.tx)
    to.progress(0.2)
    // Accounts that existed before (the owner) join the channels of everyone too.
    await sql`
      insert into pop_member
      select p.place, p.conv_id, p.channel_id, null, a.id
      from pop_place p cross join account a
      where p.place < ${to.size.everybody} and a.realm_id = ${to.realmId} and a.is_active and not a.is_bot
        and not a.is_system_bot and not exists (select from pop_user u where u.id = a.id)`.execute(to.tx)
    await sql`analyze pop_member`.execute(to.tx)
    await sql`
      insert into subscription (user_id, channel_id, color)
      select user_id, channel_id, (${COLORS}::text[])[1 + channel_id % ${COLORS.length}::int]
      from pop_member where channel_id is not null order by user_id, channel_id`.execute(to.tx)
    to.progress(0.6)
    await sql`
      insert into member (user_id, conv_id, from_hseq, from_seq)
      select user_id, conv_id, 0, ${to.seq}::bigint from pop_member order by user_id, conv_id`.execute(to.tx)
  },
}
