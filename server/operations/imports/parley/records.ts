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
import type { ParleyArchive } from './archive.ts'

interface User {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly role: number
  readonly is_active: boolean
  readonly is_bot: boolean
  readonly bot_type: number | null
  readonly bot_owner_id: number | null
  readonly date_joined: number
  readonly timezone: string
  readonly profile_data?: Readonly<Record<string, unknown>>
  readonly settings?: Readonly<Record<string, unknown>>
}

const ROLES = [100, 200, 300, 400, 600]

export async function* peopleOf(archive: ParleyArchive): AsyncGenerator<SourcePerson> {
  for await (const { row, where } of archive.rows<User>('users')) {
    if (typeof row.id !== 'number' || typeof row.email !== 'string' || typeof row.full_name !== 'string') {
      archive.report.skip(where, 'the person has no id, address or name')
      continue
    }
    const systemBot = (Object.keys(SYSTEM_BOTS) as SystemBotName[]).find(
      (name) => SYSTEM_BOTS[name].email === row.email,
    )
    if (Object.keys(row.profile_data ?? {}).length > 0)
      archive.report.leftOut('profiles, whose fields the archive lacks', where)
    yield {
      id: `${row.id}`,
      where,
      email: row.email,
      fullName: row.full_name,
      role: (ROLES.includes(row.role) ? row.role : 400) as SourceRole,
      isActive: row.is_active !== false,
      isBot: row.is_bot === true,
      ...(systemBot && { systemBot }),
      ...(row.bot_type && { botType: row.bot_type }),
      ...(row.bot_owner_id && { ownerId: `${row.bot_owner_id}` }),
      joinedAt: row.date_joined,
      timezone: row.timezone ?? '',
      ...(row.settings && { settings: row.settings }),
    }
  }
}

interface Group {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly is_system_group: boolean
  readonly deactivated: boolean
  readonly creator_id: number | null
  readonly member_ids: readonly number[]
  readonly subgroup_ids: readonly number[]
}

/** Every organization has the system groups. They are named, not created. */
export async function* groupsOf(archive: ParleyArchive): AsyncGenerator<SourceGroup> {
  const system = new Map<number, string>()
  for await (const { row } of archive.rows<Group>('groups')) if (row.is_system_group) system.set(row.id, row.name)
  const named = (id: number): SourcePermission => {
    const role = system.get(id)
    return role === undefined ? { group: `${id}` } : { role }
  }
  for await (const { row, where } of archive.rows<Group>('groups')) {
    if (row.is_system_group) continue
    yield {
      id: `${row.id}`,
      where,
      name: row.name,
      description: row.description ?? '',
      isActive: !row.deactivated,
      ...(row.creator_id && { creatorId: `${row.creator_id}` }),
      people: (row.member_ids ?? []).map(String),
      subgroups: (row.subgroup_ids ?? []).map(named),
    }
  }
}

interface Channel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly creator_id: number | null
  readonly created_at: number
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly history_public_to_subscribers: boolean
  readonly is_archived: boolean
  readonly topics_policy: string
}

export async function* channelsOf(archive: ParleyArchive): AsyncGenerator<SourceChannel> {
  for await (const { row, where } of archive.rows<Channel>('channels')) {
    if (typeof row.id !== 'number' || typeof row.name !== 'string') {
      archive.report.skip(where, 'the channel has no id or name')
      continue
    }
    yield {
      id: `${row.id}`,
      where,
      name: row.name,
      description: readText(row.description ?? '', archive.namesIn(undefined)),
      ...(row.creator_id && { creatorId: `${row.creator_id}` }),
      createdAt: row.created_at,
      inviteOnly: row.invite_only === true,
      isWebPublic: row.is_web_public === true,
      historyPublic: row.history_public_to_subscribers !== false,
      isArchived: row.is_archived === true,
      topicsPolicy: row.topics_policy,
    }
  }
}

export async function* subscriptionsOf(archive: ParleyArchive): AsyncGenerator<SourceSubscription> {
  for await (const { row, where } of archive.rows<{ channel_id: number; user_id: number }>('subscriptions'))
    yield { where, personId: `${row.user_id}`, channelId: `${row.channel_id}` }
}

interface Emoji {
  readonly id: number
  readonly name: string
  readonly author_id: number | null
  readonly deactivated: boolean
  readonly file: string
}

export async function* emojiOf(archive: ParleyArchive): AsyncGenerator<SourceEmoji> {
  for await (const { row, where } of archive.rows<Emoji>('emoji')) {
    const picture = {
      id: `${row.id}`,
      where,
      name: row.name,
      type: null,
      size: null,
      open: openFile(archive.folder, row.file),
    }
    const author = row.author_id === null ? {} : { authorId: `${row.author_id}` }
    yield { id: `${row.id}`, where, name: row.name, ...author, isActive: !row.deactivated, picture }
  }
}

interface Draft {
  readonly id: number
  readonly user_id: number
  readonly type: '' | 'stream' | 'private'
  readonly recipients: readonly number[]
  readonly topic: string
  readonly content: string
  readonly timestamp: number
}

export async function* draftsOf(archive: ParleyArchive): AsyncGenerator<SourceDraft> {
  for await (const { row, where } of archive.rows<Draft>('drafts')) {
    const people = (row.recipients ?? []).map(String)
    const to =
      row.type === 'stream'
        ? { channelId: people[0] ?? '', topic: row.topic }
        : row.type === 'private'
          ? { people }
          : null
    const content = readText(row.content ?? '', archive.namesIn(undefined))
    yield { id: `${row.id}`, where, personId: `${row.user_id}`, to, content, at: row.timestamp }
  }
}
