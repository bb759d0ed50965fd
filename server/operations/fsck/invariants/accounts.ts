import { SYSTEM_GROUPS } from '../../../kernel/realm-state/group.ts'
import { SYSTEM_BOTS } from '../../../kernel/realm-state/system-bots.ts'
import type { Invariant } from '../invariant.ts'

const systemBots = Object.values(SYSTEM_BOTS)
  .map(({ email }) => `('${email}')`)
  .join(', ')
const systemGroups = SYSTEM_GROUPS.map(({ name }) => `('${name}')`).join(', ')

export const accounts: readonly Invariant[] = [
  {
    name: 'realm-has-lane',
    holds: 'every organization has a log counter',
    breaches: `
      select format('organization %s has no row in realm_log', r.id) as detail from realm r
      where not exists (select from realm_log l where l.realm_id = r.id)`,
  },
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
    name: 'system-bots-complete',
    holds: 'every organization with people has all system bots, active and without a password, and no others',
    breaches: `
      select format('organization %s has no usable system bot %s', r.id, s.email) as detail
      from realm r cross join (values ${systemBots}) s(email)
      where exists (select from account a where a.realm_id = r.id) and not exists (
        select from account a
        where a.realm_id = r.id and a.delivery_email = s.email and a.is_system_bot and a.is_bot and a.is_active
          and a.password_hash is null)
      union all
      select format('account %s is a system bot of no known name', a.id) from account a
      where a.is_system_bot and not exists (select from (values ${systemBots}) s(email) where s.email = a.delivery_email)`,
  },
  {
    name: 'api-key-unique',
    holds: 'no two accounts share an API key',
    breaches: `
      select format('accounts %s have the same API key', string_agg(id::text, ', ' order by id)) as detail
      from account group by api_key_hash having count(*) > 1`,
  },
  {
    name: 'email-change-of-account',
    holds: 'a request for another address belongs to an account of the same organization',
    breaches: `
      select format('the request %s of account %s is of organization %s', e.id, e.user_id, e.realm_id) as detail
      from email_change e join account a on a.id = e.user_id where a.realm_id <> e.realm_id`,
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
]
