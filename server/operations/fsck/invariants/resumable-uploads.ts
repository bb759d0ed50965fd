import type { Invariant } from '../invariant.ts'

export const resumableUploads: readonly Invariant[] = [
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
