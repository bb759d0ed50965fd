import type { Invariant } from '../../kernel/db/invariant.ts'
import { SYSTEM_BOTS } from '../../kernel/realm-state/system-bots.ts'

const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
]

const names = CHANNEL_SETTINGS.map((name) => `('${name}')`).join(', ')

const systemBots = Object.values(SYSTEM_BOTS)
  .map(({ email }) => `('${email}')`)
  .join(', ')

export const realmInvariants: readonly Invariant[] = [
  {
    name: 'deletion-of-deactivated',
    holds: 'only the data of a deactivated organization is to be deleted',
    breaches: `
      select format('organization %s is active and is to be deleted', id) as detail
      from realm where deletion_at is not null and not deactivated`,
  },
  {
    name: 'setting-names-channel',
    holds: 'a setting that names a channel names one of the organization',
    breaches: `
      select format('%s of organization %s names no channel of it', s.name, r.id) as detail
      from realm r cross join (values ${names}) s(name)
      where (r.settings ->> s.name)::int >= 0 and not exists (
        select from channel c where c.id = (r.settings ->> s.name)::int and c.realm_id = r.id)`,
  },
  {
    name: 'realm-has-lane',
    holds: 'every organization has a log counter',
    breaches: `
      select format('organization %s has no row in realm_log', r.id) as detail from realm r
      where not exists (select from realm_log l where l.realm_id = r.id)`,
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
]
