import type { Invariant } from '../../kernel/db/invariant.ts'

export const defaultChannelGroupsInvariants: readonly Invariant[] = [
  {
    name: 'default-channel-open',
    holds: 'a default channel is neither private nor archived',
    breaches: `
      select format('default channel %s is private or archived', id) as detail
      from channel where is_default and (invite_only or is_archived)`,
  },
  {
    name: 'default-group-channels',
    holds: 'every channel of a default channel group is an active public channel of the organization',
    breaches: `
      select format('default channel group %s has the channel %s', g.id, u.id) as detail
      from default_channel_group g cross join lateral unnest(g.channel_ids) as u (id)
      where not exists (
        select from channel c
        where c.id = u.id and c.realm_id = g.realm_id and not c.is_archived and not c.invite_only
      )`,
  },
]
