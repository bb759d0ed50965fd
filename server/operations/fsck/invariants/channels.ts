import type { Invariant } from '../invariant.ts'

export const channels: readonly Invariant[] = [
  {
    name: 'default-channel-open',
    holds: 'a default channel is neither private nor archived',
    breaches: `
      select format('default channel %s is private or archived', id) as detail
      from channel where is_default and (invite_only or is_archived)`,
  },
  {
    name: 'subscription-color',
    holds: 'the color of a subscription is written as #rrggbb',
    breaches: `
      select format('account %s has the color "%s" for channel %s', user_id, color, channel_id) as detail
      from subscription where color !~ '^#[0-9a-fA-F]{6}$'`,
  },
  {
    name: 'channel-folder-of-realm',
    holds: 'every channel is in a folder of its own organization, or in none',
    breaches: `
      select format('channel %s is in the folder %s of another organization', c.id, f.id) as detail
      from channel c join channel_folder f on f.id = c.folder_id where f.realm_id <> c.realm_id`,
  },
  {
    name: 'archived-folder-empty',
    holds: 'no channel is in an archived folder',
    breaches: `
      select format('channel %s is in the archived folder %s', c.id, f.id) as detail
      from channel c join channel_folder f on f.id = c.folder_id where f.is_archived`,
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
