import type { Invariant } from '../../kernel/db/invariant.ts'

/** The files of all pictures of organizations. */
const pictures = `
  select r.id as realm_id, r.id || '/realm/' || (p.value ->> 'token') as name
  from realm r cross join jsonb_each(r.pictures) p where p.value ->> 'token' is not null`

export const realmPicturesInvariants: readonly Invariant[] = [
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
