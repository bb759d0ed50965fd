import { SYSTEM_BOTS, type SystemBotName } from '../../../kernel/realm-state/system-bots.ts'
import { openFile } from '../archive/open-folder.ts'
import { readText } from '../narrow-text.ts'
import type {
  SourceChannel,
  SourceDraft,
  SourceEmoji,
  SourceGroup,
  SourcePermission,
  SourcePerson,
  SourceRole,
  SourceSubscription,
} from '../source.ts'
import { idOf, idsOf, isRow, numberOf, textOf } from '../values.ts'
import type { ParleyArchive } from './archive.ts'

const ROLES = [100, 200, 300, 400, 600]

export async function* peopleOf(archive: ParleyArchive): AsyncGenerator<SourcePerson> {
  for await (const { row, where } of archive.rows('users')) {
    const [id, email, fullName] = [idOf(row['id']), textOf(row['email']), textOf(row['full_name'])]
    if (id === undefined || email === undefined || fullName === undefined) {
      archive.report.skip(where, 'the person has no id, address or name')
      continue
    }
    const names = Object.keys(SYSTEM_BOTS) as SystemBotName[]
    const systemBot = names.find((name) => SYSTEM_BOTS[name].email === email)
    const { profile_data: profile, settings } = row
    if (isRow(profile) && Object.keys(profile).length > 0)
      archive.report.leftOut('profiles, whose fields the archive lacks', where)
    const [role, botType] = [numberOf(row['role']) ?? 400, numberOf(row['bot_type'])]
    const [owner, joinedAt] = [idOf(row['bot_owner_id']), numberOf(row['date_joined'])]
    yield {
      id,
      where,
      email,
      fullName,
      role: (ROLES.includes(role) ? role : 400) as SourceRole,
      isActive: row['is_active'] !== false,
      isBot: row['is_bot'] === true || systemBot !== undefined,
      ...(systemBot && { systemBot }),
      ...(botType !== undefined && { botType }),
      ...(owner !== undefined && { ownerId: owner }),
      ...(joinedAt !== undefined && { joinedAt }),
      timezone: textOf(row['timezone']) ?? '',
      ...(isRow(settings) && { settings }),
    }
  }
}

/** Every organization has the system groups. They are named, not created. */
export async function* groupsOf(archive: ParleyArchive): AsyncGenerator<SourceGroup> {
  const system = new Map<string | undefined, string>()
  for await (const { row } of archive.rows('groups')) {
    const name = textOf(row['name'])
    if (row['is_system_group'] === true && name !== undefined) system.set(idOf(row['id']), name)
  }
  const named = (id: string): SourcePermission => {
    const role = system.get(id)
    return role === undefined ? { group: id } : { role }
  }
  for await (const { row, where } of archive.rows('groups')) {
    const [id, name, creator] = [idOf(row['id']), textOf(row['name']), idOf(row['creator_id'])]
    if (row['is_system_group'] === true) continue
    if (id === undefined || name === undefined) {
      archive.report.skip(where, 'the group has no id or name')
      continue
    }
    yield {
      id,
      where,
      name,
      description: textOf(row['description']) ?? '',
      isActive: row['deactivated'] !== true,
      ...(creator !== undefined && { creatorId: creator }),
      people: idsOf(row['member_ids']),
      subgroups: idsOf(row['subgroup_ids']).map(named),
    }
  }
}

export async function* channelsOf(archive: ParleyArchive): AsyncGenerator<SourceChannel> {
  for await (const { row, where } of archive.rows('channels')) {
    const [id, name, policy] = [idOf(row['id']), textOf(row['name']), textOf(row['topics_policy'])]
    if (id === undefined || name === undefined) {
      archive.report.skip(where, 'the channel has no id or name')
      continue
    }
    const [creator, createdAt] = [idOf(row['creator_id']), numberOf(row['created_at'])]
    yield {
      id,
      where,
      name,
      description: readText(textOf(row['description']) ?? '', archive.namesIn(undefined)),
      ...(creator !== undefined && { creatorId: creator }),
      ...(createdAt !== undefined && { createdAt }),
      inviteOnly: row['invite_only'] === true,
      isWebPublic: row['is_web_public'] === true,
      historyPublic: row['history_public_to_subscribers'] !== false,
      isArchived: row['is_archived'] === true,
      ...(policy !== undefined && { topicsPolicy: policy }),
    }
  }
}

export async function* subscriptionsOf(archive: ParleyArchive): AsyncGenerator<SourceSubscription> {
  for await (const { row, where } of archive.rows('subscriptions'))
    yield { where, personId: idOf(row['user_id']) ?? '', channelId: idOf(row['channel_id']) ?? '' }
}

export async function* emojiOf(archive: ParleyArchive): AsyncGenerator<SourceEmoji> {
  for await (const { row, where } of archive.rows('emoji')) {
    const [id, name, author] = [idOf(row['id']), textOf(row['name']), idOf(row['author_id'])]
    if (id === undefined || name === undefined) {
      archive.report.skip(where, 'the emoji has no id or name')
      continue
    }
    const open = openFile(archive.folder, textOf(row['file']) ?? '')
    yield {
      id,
      where,
      name,
      ...(author !== undefined && { authorId: author }),
      isActive: row['deactivated'] !== true,
      picture: { id, where, name, type: null, size: null, open },
    }
  }
}

export async function* draftsOf(archive: ParleyArchive): AsyncGenerator<SourceDraft> {
  for await (const { row, where } of archive.rows('drafts')) {
    const [id, personId, text] = [idOf(row['id']), idOf(row['user_id']), textOf(row['content'])]
    if (id === undefined || personId === undefined || text === undefined) {
      archive.report.skip(where, 'the draft has no id, person or text')
      continue
    }
    const people = idsOf(row['recipients'])
    const to = row['type'] === 'stream' ? { channelId: people[0] ?? '', topic: textOf(row['topic']) ?? '' } : { people }
    const content = readText(text, archive.namesIn(undefined))
    const hasPlace = row['type'] === 'stream' || row['type'] === 'private'
    yield { id, where, personId, to: hasPlace ? to : null, content, at: numberOf(row['timestamp']) ?? 0 }
  }
}
