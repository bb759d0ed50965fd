import type { Invariant } from '../kernel/db/invariant.ts'

export const channelsInvariants: readonly Invariant[] = [
  {
    name: 'email-address-of-channel',
    holds: 'every email address of a channel is of an active channel, a sender and a creator of the same organization',
    breaches: `
      select format('an email address of channel %s has the sender %s', e.channel_id, e.sender_id) as detail
      from channel_email_address e
        join channel c on c.id = e.channel_id
        join account a on a.id = e.sender_id
        join account b on b.id = e.creator_id
      where c.realm_id <> e.realm_id or a.realm_id <> e.realm_id or b.realm_id <> e.realm_id or c.is_archived`,
  },
]
