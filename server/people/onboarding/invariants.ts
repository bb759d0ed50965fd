import type { Invariant } from '../../kernel/db/invariant.ts'

export const onboardingInvariants: readonly Invariant[] = [
  {
    name: 'onboarding-step-within-realm',
    holds: 'what an account has seen is kept in its organization',
    breaches: `
      select format('account %s has seen %s in another organization', a.id, s.name) as detail
      from onboarding_step s join account a on a.id = s.user_id where a.realm_id <> s.realm_id`,
  },
]
