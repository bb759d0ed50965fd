import { readText, type TextNames } from '../narrow-text.ts'
import type { SourceChannel, SourceFolder, SourceGroup, SourcePermission, SourceSubscription } from '../source.ts'
import { idOf, numberOf, type Row, textOf } from '../values.ts'
import type { Tables } from './tables.ts'

const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']
const CHANNEL = 2

/** Named groups, and groups without a name, which are permissions. */
export class Groups {
  readonly #named = new Map<string, Row>()
  readonly #people: Map<string, string[]>
  readonly #subgroups: Map<string, string[]>

  constructor(tables: Tables) {
    for (const row of [...tables.all('zerver_usergroup'), ...tables.all('zerver_namedusergroup')]) {
      const id = idOf(row['usergroup_ptr']) ?? idOf(row['usergroup_ptr_id']) ?? idOf(row['id'])
      if (id !== undefined && typeof row['name'] === 'string') this.#named.set(id, row)
    }
    const listed = (table: string, group: string, member: string) => {
      const lists = new Map<string, string[]>()
      for (const row of tables.all(table)) {
        const [id, of] = [idOf(row[member]), idOf(row[group])]
        if (id !== undefined && of !== undefined) lists.set(of, [...(lists.get(of) ?? []), id])
      }
      return lists
    }
    this.#people = listed('zerver_usergroupmembership', 'user_group', 'user_profile')
    this.#subgroups = listed('zerver_groupgroupmembership', 'supergroup', 'subgroup')
  }

  idOfName(name: string): string | undefined {
    for (const [id, row] of this.#named) if (row['name'] === name && row['is_system_group'] !== true) return id
    return undefined
  }

  *all(): Generator<SourceGroup> {
    for (const [id, row] of this.#named) {
      if (row['is_system_group'] === true) continue
      const [creator, createdAt] = [idOf(row['creator']), numberOf(row['date_created'])]
      yield {
        id,
        where: `realm.json, zerver_namedusergroup, id ${id}`,
        name: textOf(row['name'])!,
        description: textOf(row['description']) ?? '',
        isActive: row['deactivated'] !== true,
        ...(creator !== undefined && { creatorId: creator }),
        ...(createdAt !== undefined && { createdAt }),
        people: this.#people.get(id) ?? [],
        subgroups: (this.#subgroups.get(id) ?? []).map((one) => this.permission(one)),
        permissions: this.permissionsOf(row),
      }
    }
  }

  /** The system groups have the same names here and there. */
  permission(id: string): SourcePermission {
    const row = this.#named.get(id)
    if (row) return row['is_system_group'] === true ? { role: textOf(row['name'])! } : { group: id }
    // Only named groups are within others, so an archive with another one is damaged.
    const named = (this.#subgroups.get(id) ?? []).filter((one) => this.#named.has(one))
    return { people: this.#people.get(id) ?? [], groups: named.map((one) => this.permission(one)) }
  }

  /** Those with the names of ours, or with any name. */
  permissionsOf(row: Row, names?: readonly string[]): Record<string, SourcePermission> {
    const isWanted = (name: string) => names?.includes(name) ?? /^can_\w+_group$/.test(name)
    const named = Object.entries(row).filter(([name, value]) => isWanted(name) && idOf(value) !== undefined)
    return Object.fromEntries(named.map(([name, value]) => [name, this.permission(idOf(value)!)]))
  }
}

export async function* foldersOf(tables: Tables): AsyncGenerator<SourceFolder> {
  for (const row of tables.all('zerver_channelfolder')) {
    const [id, name, creator] = [idOf(row['id']), textOf(row['name']), idOf(row['creator'])]
    if (id === undefined || name === undefined) continue
    yield {
      id,
      where: `realm.json, zerver_channelfolder, id ${id}`,
      name,
      description: textOf(row['description']) ?? '',
      ...(creator !== undefined && { creatorId: creator }),
      isArchived: row['is_archived'] === true,
    }
  }
}

export async function* channelsOf(tables: Tables, groups: Groups, names: TextNames): AsyncGenerator<SourceChannel> {
  const defaults = new Set(tables.all('zerver_defaultstream').map((row) => idOf(row['stream'])))
  for (const row of tables.all('zerver_stream')) {
    const [id, name] = [idOf(row['id']), textOf(row['name'])]
    const where = `realm.json, zerver_stream, id ${row['id']}`
    if (id === undefined || name === undefined) {
      tables.report.skip(where, 'the channel has no id or name')
      continue
    }
    const [creator, createdAt] = [idOf(row['creator']), numberOf(row['date_created'])]
    const [retention, folder] = [numberOf(row['message_retention_days']), idOf(row['folder'])]
    yield {
      id,
      where,
      name,
      description: readText(textOf(row['description']) ?? '', names),
      ...(creator !== undefined && { creatorId: creator }),
      ...(createdAt !== undefined && { createdAt }),
      inviteOnly: row['invite_only'] === true,
      isWebPublic: row['is_web_public'] === true,
      historyPublic: row['history_public_to_subscribers'] !== false,
      isArchived: row['deactivated'] === true,
      isDefault: defaults.has(id),
      topicsPolicy: TOPICS_POLICIES[(numberOf(row['topics_policy']) ?? 1) - 1] ?? 'inherit',
      ...(retention !== undefined && { retentionDays: retention }),
      ...(folder !== undefined && { folderId: folder }),
      permissions: groups.permissionsOf(row),
    }
  }
}

const NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]

export async function* subscriptionsOf(tables: Tables): AsyncGenerator<SourceSubscription> {
  const channels = new Map(
    tables
      .all('zerver_recipient')
      .flatMap((row) => (row['type'] === CHANNEL ? [[row['id'], idOf(row['type_id'])!]] : [])),
  )
  for await (const { row, where } of tables.stream('zerver_subscription')) {
    const [personId, channelId] = [idOf(row['user_profile']), channels.get(row['recipient'])]
    // The other rows are of direct messages.
    if (personId === undefined || channelId === undefined) continue
    const chosen = NOTIFICATIONS.map((name) => [name, typeof row[name] === 'boolean' ? row[name] : null])
    const color = textOf(row['color'])
    yield {
      where,
      personId,
      channelId,
      isActive: row['active'] !== false,
      ...(color !== undefined && { color }),
      isMuted: row['is_muted'] === true,
      pinToTop: row['pin_to_top'] === true,
      notifications: Object.fromEntries(chosen) as Record<string, boolean | null>,
    }
  }
}
