import type { Invariant } from '../../kernel/db/invariant.ts'

export const devicesInvariants: readonly Invariant[] = [
  {
    name: 'device-of-person',
    holds: 'a device belongs to an active person of the organization, and only a registration makes a token pending',
    breaches: `
      select format('device %s of account %s', d.id, d.user_id) as detail
      from client_device d join account a on a.id = d.user_id
      where a.realm_id <> d.realm_id or a.is_bot or not a.is_active
        or (d.revision = 0 and (d.pending_token_id is not null or d.push_token_id is not null))`,
  },
  {
    name: 'push-token-of-person',
    holds: 'a push token belongs to an active person of the organization, and only those of APNs name an app',
    breaches: `
      select format('push token %s of account %s', t.id, t.user_id) as detail
      from push_token t join account a on a.id = t.user_id
      where a.realm_id <> t.realm_id or a.is_bot or not a.is_active
        or (t.kind = 'apns') <> (t.app_id is not null) or (t.kind = 'apns' and t.token !~ '^([0-9a-f]{2})+$')`,
  },
]
