import type { Invariant } from '../../kernel/db/invariant.ts'

export const channelFoldersInvariants: readonly Invariant[] = [
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
]
