import type { Invariant } from '../../kernel/db/invariant.ts'

const open = 'm.to_seq is null'

export const subscriptionsInvariants: readonly Invariant[] = [
  {
    name: 'subscriber-receives',
    holds: 'an active subscription of an active account has an open membership interval',
    breaches: `
      select format('account %s is subscribed to channel %s but receives nothing', s.user_id, s.channel_id) as detail
      from subscription s join channel c on c.id = s.channel_id join account a on a.id = s.user_id
      where s.active and a.is_active and not exists (
        select from member m where m.user_id = s.user_id and m.conv_id = c.conv_id and ${open})`,
  },
  {
    name: 'receiver-is-subscribed',
    holds: 'an open membership interval in a channel has an active subscription of an active account',
    breaches: `
      select format('account %s receives channel %s without a subscription', m.user_id, c.id) as detail
      from member m join channel c on c.conv_id = m.conv_id
      where ${open} and not exists (
        select from subscription s join account a on a.id = s.user_id
        where s.user_id = m.user_id and s.channel_id = c.id and s.active and a.is_active)`,
  },
  {
    name: 'subscription-within-realm',
    holds: 'an account is subscribed to channels of its own organization',
    breaches: `
      select format('account %s is subscribed to channel %s of another organization', a.id, c.id) as detail
      from subscription s join account a on a.id = s.user_id join channel c on c.id = s.channel_id
      where a.realm_id <> c.realm_id`,
  },
  {
    name: 'subscription-color',
    holds: 'the color of a subscription is written as #rrggbb',
    breaches: `
      select format('account %s has the color "%s" for channel %s', user_id, color, channel_id) as detail
      from subscription where color !~ '^#[0-9a-fA-F]{6}$'`,
  },
]
