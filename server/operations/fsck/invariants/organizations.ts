import type { Invariant } from '../invariant.ts'

const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
]
const names = CHANNEL_SETTINGS.map((name) => `('${name}')`).join(', ')

/** The files of all pictures of organizations. */
const pictures = `
  select r.id as realm_id, r.id || '/realm/' || (p.value ->> 'token') as name
  from realm r cross join jsonb_each(r.pictures) p where p.value ->> 'token' is not null`

export const organizations: readonly Invariant[] = [
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
    name: 'onboarding-step-within-realm',
    holds: 'what an account has seen is kept in its organization',
    breaches: `
      select format('account %s has seen %s in another organization', a.id, s.name) as detail
      from onboarding_step s join account a on a.id = s.user_id where a.realm_id <> s.realm_id`,
  },
  {
    name: 'organization-pictures-claimed',
    holds: 'the file of every uploaded icon and logo is claimed, in its organization',
    breaches: `
      select format('organization %s has no claimed file %s', p.realm_id, p.name) as detail
      from (${pictures}) p
      where not exists (
        select from stored_file f where f.name = p.name and f.realm_id = p.realm_id and f.state = 'claimed')`,
  },
  {
    name: 'organization-pictures-used',
    holds: 'every claimed file of an icon or a logo belongs to an organization',
    breaches: `
      select format('the file %s is claimed by nobody', f.name) as detail
      from stored_file f
      where f.state = 'claimed' and split_part(f.name, '/', 2) = 'realm'
        and f.name not in (select p.name from (${pictures}) p)`,
  },
]
