import { type Invariant, IS_HIDDEN } from '../../kernel/db/invariant.ts'

export const reactionsInvariants: readonly Invariant[] = [
  {
    name: 'reaction-on-message',
    holds: 'a reaction is on a message that exists, by an account of the same organization',
    breaches: `
      select format('reaction %s of account %s is on message %s', r.id, r.user_id, r.message_id) as detail
      from reaction r left join message m on m.id = r.message_id left join account a on a.id = r.user_id
      where (m.id is null or a.realm_id is distinct from m.realm_id) and not ${IS_HIDDEN}`,
  },
]
