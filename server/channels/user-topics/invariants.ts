import type { Invariant } from '../../kernel/db/invariant.ts'

export const userTopicsInvariants: readonly Invariant[] = [
  {
    name: 'user-topic-within-realm',
    holds: 'a policy for a topic, its person and its channel are of one organization',
    breaches: `
      select format('account %s has a policy for a topic of channel %s of another organization', u.user_id, u.channel_id)
        as detail
      from user_topic u join account a on a.id = u.user_id join channel c on c.id = u.channel_id
      where a.realm_id <> u.realm_id or c.realm_id <> u.realm_id`,
  },
]
