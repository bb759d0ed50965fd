import type { Invariant } from '../../kernel/db/invariant.ts'

const archiveFile = `e.realm_id || '/export/' || e.token`

export const exportsInvariants: readonly Invariant[] = [
  {
    name: 'export-within-realm',
    holds: 'the account that asked for an export belongs to its organization',
    breaches: `
      select format('export %s was asked for by account %s', e.id, e.user_id) as detail
      from realm_export e join account a on a.id = e.user_id
      where a.realm_id <> e.realm_id`,
  },
  {
    name: 'export-files-claimed',
    holds: 'the archive of every finished export is claimed, in its organization and with its size',
    breaches: `
      select format('export %s has no claimed file %s', e.id, ${archiveFile}) as detail
      from realm_export e
      where e.token is not null and not exists (
        select from stored_file f
        where f.name = ${archiveFile} and f.realm_id = e.realm_id and f.state = 'claimed' and f.size = e.size)`,
  },
  {
    name: 'export-files-used',
    holds: 'every claimed archive belongs to a finished export',
    breaches: `
      select format('the file %s is claimed but not used', f.name) as detail
      from stored_file f
      where f.state = 'claimed' and split_part(f.name, '/', 2) = 'export' and f.name not in (
        select ${archiveFile} from realm_export e where e.token is not null)`,
  },
]
