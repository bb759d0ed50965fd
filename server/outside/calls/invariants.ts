import type { Invariant } from '../../kernel/db/invariant.ts'

export const callsInvariants: readonly Invariant[] = [
  {
    name: 'call-token-of-person',
    holds: 'an account at a provider of video calls is connected with an active person of the organization',
    breaches: `
      select format('token of %s of account %s', t.provider, t.user_id) as detail
      from call_token t join account a on a.id = t.user_id
      where a.realm_id <> t.realm_id or a.is_bot or not a.is_active`,
  },
]
