import type { Invariant } from '../../kernel/db/invariant.ts'

/** The names of all files of an attachment. */
const names = `
  lateral (
    select a.realm_id || '/original/' || a.token as name
    union all select a.realm_id || '/thumbnail/' || a.token || '-still' where a.width is not null
    union all select a.realm_id || '/thumbnail/' || a.token || '-anim' where a.is_animated
    union all select a.realm_id || '/thumbnail/' || a.token || '-full'
      where a.width is not null and a.content_type = 'image/tiff'
  ) file`

export const uploadsInvariants: readonly Invariant[] = [
  {
    name: 'attachment-files-claimed',
    holds: 'the files of every attachment are claimed, in its organization',
    breaches: `
      select format('attachment %s has no claimed file %s', a.id, file.name) as detail
      from attachment a cross join ${names}
      where not exists (
        select from stored_file f where f.name = file.name and f.realm_id = a.realm_id and f.state = 'claimed')`,
  },
  {
    name: 'attachment-files-used',
    holds: 'every claimed upload and thumbnail belongs to an attachment',
    breaches: `
      select format('the file %s is claimed by nobody', f.name) as detail
      from stored_file f
      where f.state = 'claimed' and split_part(f.name, '/', 2) in ('original', 'thumbnail')
        and f.name not in (select file.name from attachment a cross join ${names})`,
  },
  {
    name: 'attachment-within-realm',
    holds: 'the owner of an attachment and the messages that link to it belong to its organization',
    breaches: `
      select format('attachment %s leaves its organization', a.id) as detail
      from attachment a
      where not exists (select from account o where o.id = a.owner_id and o.realm_id = a.realm_id)
        or exists (select from attachment_message l where l.attachment_id = a.id and l.realm_id <> a.realm_id)`,
  },
  {
    name: 'attachment-unused-since',
    holds: 'an attachment has the time since which it is unused if and only if no message links to it',
    breaches: `
      select format('attachment %s is unused since %s', a.id, coalesce(a.unused_since::text, 'never')) as detail
      from attachment a
      where (a.unused_since is null) <> exists (select from attachment_message l where l.attachment_id = a.id)`,
  },
  {
    name: 'resumable-upload-within-realm',
    holds: 'the owner, the pieces and the attachment of a resumable upload belong to its organization',
    breaches: `
      select format('the upload %s leaves its organization', u.token) as detail
      from resumable_upload u
      where not exists (select from account o where o.id = u.owner_id and o.realm_id = u.realm_id)
        or exists (select from attachment a where a.id = u.attachment_id and a.realm_id <> u.realm_id)
        or exists (select from unnest(u.pieces) piece where piece not like u.realm_id || '/part/%')`,
  },
  {
    name: 'resumable-upload-pieces',
    holds: 'a resumable upload has pieces if and only if it has received bytes and is not finished',
    breaches: `
      select format('the upload %s has %s pieces and %s bytes', u.token, cardinality(u.pieces), u.received) as detail
      from resumable_upload u
      where (cardinality(u.pieces) > 0) <> (u.received > 0 and u.attachment_id is null)`,
  },
]
