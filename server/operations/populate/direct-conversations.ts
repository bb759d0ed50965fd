import { sql } from 'kysely'
import { type Step, uniform } from './step.ts'

/**
 * One in ten with oneself, seven in ten with two people, the rest with three or four. Repeated sets of people are left
 * out.
 */
export const directConversations: Step = {
  name: 'direct conversations',
  async run(to) {
    const { users, channels, directConversations: count } = to.size
    await sql`
      with drawn as (
        select n, case when n % 10 = 0 then 1 when n % 10 < 8 then 2 else 3 + n % 2 end as people
        from generate_series(0, ${count}::int - 1) n
      ), participant as (
        select d.n, u.id from drawn d
        cross join lateral generate_series(0, d.people - 1) k
        join pop_user u on u.index = floor(${uniform('d.n * 8 + k', 1)} * ${users}::int)::int
      ), people as (
        select n, array_agg(distinct id order by id) as members from participant group by n
      ), made as (
        insert into conversation (realm_id, members)
        select ${to.realmId}::int, members from people order by n
        on conflict do nothing
        returning id, members
      )
      insert into pop_place (place, conv_id, size, start, stride, topics, members)
      select ${channels}::int - 1 + row_number() over (order by id), id, cardinality(members), 0, 1, 0, members
      from made`.execute(to.tx)
    await sql`analyze pop_place`.execute(to.tx)
  },
}
