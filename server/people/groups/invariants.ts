import type { Invariant } from '../../kernel/db/invariant.ts'
import { SYSTEM_GROUPS } from '../../kernel/realm-state/group.ts'
import { REALM_GROUP_SETTINGS } from '../../kernel/realm-state/realm-settings.ts'

const systemGroups = SYSTEM_GROUPS.map(({ name }) => `('${name}')`).join(', ')

const realmSettings = Object.keys(REALM_GROUP_SETTINGS)
  .map((name) => `'${name}'`)
  .join(', ')

/** Every permission with its value, which is a group or an unnamed group. */
const PERMISSIONS = `
  select r.id as realm_id, format('organization %s', r.id) as place, e.key, e.value
  from realm r cross join jsonb_each(r.settings) e where e.key in (${realmSettings})
  union all
  select c.realm_id, format('channel %s', c.id), e.key, e.value from channel c cross join jsonb_each(c.settings) e
  union all
  select g.realm_id, format('group %s', g.id), e.key, e.value from user_group g cross join jsonb_each(g.settings) e`

const listIn = (field: string, whole: string) =>
  `jsonb_array_elements_text(case jsonb_typeof(p.value) when 'number' then ${whole} else p.value -> '${field}' end) named(id)`

export const groupsInvariants: readonly Invariant[] = [
  {
    name: 'system-groups-complete',
    holds: 'every organization has all system groups, active',
    breaches: `
      select format('organization %s has no group %s', r.id, s.name) as detail
      from realm r cross join (values ${systemGroups}) s(name)
      where not exists (
        select from user_group g
        where g.realm_id = r.id and g.name = s.name and g.is_system and not g.deactivated)`,
  },
  {
    name: 'group-within-realm',
    holds: 'members and subgroups of a group belong to its organization',
    breaches: `
      select format('group %s has member %s of another organization', g.id, a.id) as detail
      from group_member m join user_group g on g.id = m.group_id join account a on a.id = m.user_id
      where a.realm_id <> g.realm_id
      union all
      select format('group %s has subgroup %s of another organization', g.id, s.id)
      from group_subgroup m join user_group g on g.id = m.group_id join user_group s on s.id = m.subgroup_id
      where s.realm_id <> g.realm_id`,
  },
  {
    name: 'groups-without-cycles',
    holds: 'no group is below itself',
    breaches: `
      with recursive below(top, id) as (
        select group_id, subgroup_id from group_subgroup
        union
        select b.top, s.subgroup_id from below b join group_subgroup s on s.group_id = b.id)
      select format('group %s is below itself', top) as detail from below where top = id`,
  },
  {
    name: 'permissions-within-realm',
    holds: 'every permission names groups and accounts of its organization',
    breaches: `
      with permission as (${PERMISSIONS})
      select format('%s: %s names group %s, which is not there', p.place, p.key, named.id) as detail
      from permission p cross join ${listIn('direct_subgroups', 'jsonb_build_array(p.value)')}
      where not exists (select from user_group g where g.realm_id = p.realm_id and g.id = named.id::int)
      union all
      select format('%s: %s names account %s, which is not there', p.place, p.key, named.id)
      from permission p cross join ${listIn('direct_members', "'[]'")}
      where not exists (select from account a where a.realm_id = p.realm_id and a.id = named.id::int)`,
  },
]
