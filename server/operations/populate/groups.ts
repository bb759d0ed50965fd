import { sql } from 'kysely'
import { GROUP_GROUP_SETTINGS } from '../../kernel/realm-state/group.ts'
import type { Step } from './step.ts'

const GROUPS = 20
const SETTINGS = Object.keys(GROUP_GROUP_SETTINGS)

/**
 * Named groups of one person in twenty each. Every fifth contains the one before it, and the last is deactivated. Moderators
 * manage them. The audit log tells who created them.
 */
export const groups: Step = {
  name: 'groups',
  async run(to) {
    await sql`create temp table pop_group (index int primary key, id int not null) on commit drop`.execute(to.tx)
    await sql`
      with made as (
        insert into user_group (realm_id, name, description, creator_id, created_at, deactivated, settings)
        select ${to.realmId}::int, 'team ' || n, 'People of team ' || n, u.id, ${to.now}::bigint, n = ${GROUPS}::int - 1,
          (select jsonb_object_agg(s.name, g.id) from unnest(${SETTINGS}::text[]) as s (name)
            cross join user_group g where g.realm_id = ${to.realmId} and g.name = 'role:moderators')
        from generate_series(0, ${GROUPS}::int - 1) n cross join pop_user u where u.index = 0
        returning id, name
      )
      insert into pop_group select substring(name from '\\d+')::int, id from made`.execute(to.tx)
    await sql`
      insert into group_member (group_id, user_id)
      select g.id, u.id from pop_group g join pop_user u on u.index % ${GROUPS}::int = g.index`.execute(to.tx)
    await sql`
      insert into group_subgroup (group_id, subgroup_id)
      select g.id, below.id from pop_group g join pop_group below on below.index = g.index - 1
      where g.index % 5 = 4 and g.index < ${GROUPS}::int - 1`.execute(to.tx)
    await sql`
      insert into audit_log (realm_id, at, actor_id, address, client, action, target_kind, target_id, details)
      select ${to.realmId}::int, ${to.now}::bigint, u.id, '192.0.2.1', 'website', 'group created', 'group', g.id,
        jsonb_build_object('name', 'team ' || g.index)
      from pop_group g cross join pop_user u where u.index = 0 order by g.index`.execute(to.tx)
  },
}
