import type { Invariant } from '../../kernel/db/invariant.ts'

/** The names of both files of an account's picture. */
const pictureFile = `a.realm_id || '/avatar/' || a.avatar_token || ending.text`

const endings = `(values (''), ('-medium')) ending(text)`

export const avatarsInvariants: readonly Invariant[] = [
  {
    name: 'avatar-source-fits',
    holds: 'an account has the name of an uploaded picture if and only if it shows one',
    breaches: `
      select format('account %s shows a picture from %s with the name %s', id, avatar_source, avatar_token) as detail
      from account where (avatar_source = 'U') <> (avatar_token is not null)`,
  },
  {
    name: 'avatar-files-claimed',
    holds: 'the files of every uploaded picture are claimed, in its organization',
    breaches: `
      select format('account %s has no claimed file %s', a.id, ${pictureFile}) as detail
      from account a cross join ${endings}
      where a.avatar_token is not null and not exists (
        select from stored_file f
        where f.name = ${pictureFile} and f.realm_id = a.realm_id and f.state = 'claimed')`,
  },
  {
    name: 'avatar-files-used',
    holds: 'every claimed file of a picture belongs to an account',
    breaches: `
      select format('the file %s is claimed but not used', f.name) as detail
      from stored_file f
      where f.state = 'claimed' and split_part(f.name, '/', 2) = 'avatar' and f.name not in (
        select ${pictureFile} from account a cross join ${endings} where a.avatar_token is not null)`,
  },
]
