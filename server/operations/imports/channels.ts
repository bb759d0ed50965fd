import { type Selectable, sql } from 'kysely'
import { folderFromRow } from '../../channels/channel-folders/record.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { CHANNEL_GROUP_SETTINGS } from '../../kernel/realm-state/channel.ts'
import { channelFromRow } from '../../kernel/realm-state/from-rows.ts'
import {
  MAX_CHANNEL_NAME_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FOLDER_NAME_LENGTH,
  positionOfInvisible,
} from '../../kernel/texts/channel-name.ts'
import { timeOr } from './clean.ts'
import { cut, freeName } from './free-name.ts'
import { draft, type ImportRun, ownerOf } from './importing.ts'
import { permissionsOf } from './permissions.ts'
import { addRecords, reserveIds, stage, stagedRows, withIds } from './records.ts'
import { renderText } from './rendering.ts'
import type { SourceChannel, SourceFolder } from './source.ts'
import { writeText } from './texts.ts'

type ChannelRow = Selectable<Tables['channel']>
type FolderRow = Selectable<Tables['channel_folder']>

const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']

export async function importFolders(to: ImportRun): Promise<void> {
  const fresh: SourceFolder[] = []
  for await (const folder of to.source.folders?.() ?? []) if (!to.folders.has(folder.id)) fresh.push(folder)
  const ids = await reserveIds(to.db, 'channel_folder', fresh.length)
  const positions = [...to.realm.records.channelFolder.values()].map(({ position }) => position)
  const first = Math.max(-1, ...positions) + 1
  const rows = fresh.map((folder, index): FolderRow => {
    const isTaken = (name: string) => to.realm.records.channelFolder.find('name', name.toLowerCase()) !== undefined
    const description = cut(folder.description ?? '', MAX_DESCRIPTION_LENGTH)
    const row = {
      id: ids[index]!,
      realm_id: to.realm.id,
      name: freeName(visible(folder.name) || 'folder', MAX_FOLDER_NAME_LENGTH, isTaken),
      description,
      rendered_description: '',
      position: first + index,
      creator_id: to.people.get(folder.creatorId ?? '') ?? null,
      created_at: to.now,
      is_archived: folder.isArchived ?? false,
    }
    draft(to.realm, [{ put: 'channelFolder', value: folderFromRow(row) }])
    return row
  })
  for (const row of rows) row.rendered_description = (await renderText(to, ownerOf(to.realm), row.description)).html
  await to.db.transaction().execute(async (tx) => {
    await addRecords(tx, to.importId, 'folder', withIds(fresh, ids))
    await stage(tx, to.importId, 'channel_folder', rows)
  })
  for (const [index, folder] of fresh.entries()) to.folders.set(folder.id, ids[index]!)
  if (fresh.length > 0) to.added('channel folders', fresh.length)
}

/** A channel whose name is taken gets ` (imported)`. */
export async function importChannels(to: ImportRun): Promise<void> {
  await draftStaged(to)
  const fresh: SourceChannel[] = []
  for await (const channel of to.source.channels()) if (!to.channels.has(channel.id)) fresh.push(channel)
  const ids = await reserveIds(to.db, 'channel', fresh.length)
  const convs = await reserveIds(to.db, 'conversation', fresh.length)
  const archived = await archivedFolders(to)
  const rows = fresh.map((channel, index) => {
    const row = channelRow(to, channel, ids[index]!, convs[index]!, archived)
    to.channels.set(channel.id, row.id)
    draft(to.realm, [{ put: 'channel', value: channelFromRow(row) }])
    return row
  })
  // Descriptions may name any of the channels.
  for (const [index, row] of rows.entries()) {
    const text = await writeText(to, fresh[index]!.description ?? [])
    row.description = cut(text.trim().replace(/\r\n?|\n/g, ' '), MAX_DESCRIPTION_LENGTH)
    row.rendered_description = (await renderText(to, ownerOf(to.realm), row.description)).html
  }
  await to.db.transaction().execute(async (tx) => {
    await addRecords(tx, to.importId, 'channel', withIds(fresh, ids))
    await stage(tx, to.importId, 'channel', rows)
  })
  await draftStaged(to)
  if (fresh.length > 0) to.added('channels', fresh.length)
}

function channelRow(
  to: ImportRun,
  channel: SourceChannel,
  id: number,
  convId: number,
  archived: ReadonlySet<number>,
): ChannelRow {
  const { realm } = to
  const isArchived = channel.isArchived ?? false
  const inviteOnly = channel.inviteOnly ?? false
  const isTaken = (name: string) => !isArchived && realm.channelByName(name) !== undefined
  const creator = to.people.get(channel.creatorId ?? '') ?? null
  const folder = to.folders.get(channel.folderId ?? '') ?? null
  return {
    id,
    realm_id: realm.id,
    conv_id: convId,
    name: freeName(visible(channel.name) || `channel ${id}`, MAX_CHANNEL_NAME_LENGTH, isTaken),
    description: '',
    rendered_description: '',
    creator_id: creator,
    created_at: timeOr(channel.createdAt, to.now),
    invite_only: inviteOnly,
    is_web_public: !inviteOnly && (channel.isWebPublic ?? false),
    // Only private channels can hide what was sent before somebody joined.
    history_public_to_subscribers: inviteOnly ? (channel.historyPublic ?? true) : true,
    is_archived: isArchived,
    is_default: (channel.isDefault ?? false) && !inviteOnly && !isArchived,
    topics_policy: TOPICS_POLICIES.includes(channel.topicsPolicy ?? '') ? channel.topicsPolicy! : 'inherit',
    message_retention_days: retentionOf(channel),
    default_push_notifications: false,
    folder_id: folder !== null && archived.has(folder) ? null : folder,
    weekly_traffic: null,
    is_recently_active: true,
    settings: permissionsOf(to, CHANNEL_GROUP_SETTINGS, channel.permissions, creator, channel.where),
  }
}

/** Days, or -1 for ever. Null follows the organization. */
function retentionOf({ retentionDays: days }: SourceChannel): number | null {
  return days !== undefined && Number.isInteger(days) && (days === -1 || (days > 0 && days < 2 ** 31)) ? days : null
}

/** The name without characters that cannot be seen. */
export function visible(written: string): string {
  const name = written.toWellFormed().trim()
  return positionOfInvisible(name) === 0 ? name : [...name].filter((one) => positionOfInvisible(one) === 0).join('')
}

async function archivedFolders(to: ImportRun): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from channel_folder where realm_id = ${to.realm.id} and is_archived`.execute(to.db)
  const staged = await stagedRows<FolderRow>(to.db, to.importId, 'channel_folder')
  return new Set([...rows, ...staged.filter((row) => row.is_archived)].map(({ id }) => id))
}

async function draftStaged(to: ImportRun): Promise<void> {
  for (const row of await stagedRows<FolderRow>(to.db, to.importId, 'channel_folder'))
    draft(to.realm, [{ put: 'channelFolder', value: folderFromRow(row) }])
  for (const row of await stagedRows<ChannelRow>(to.db, to.importId, 'channel')) {
    draft(to.realm, [{ put: 'channel', value: channelFromRow(row) }])
    to.newChannels.add(row.id)
  }
}
