import type { ChannelFolder as FolderObject } from '../../../api/objects/realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { ChannelFolder } from './record.ts'

export const presentFolder = (folder: ChannelFolder): FolderObject => ({
  id: folder.id,
  name: folder.name,
  order: folder.position,
  date_created: folder.createdAt,
  creator_id: folder.creatorId,
  description: folder.description,
  rendered_description: folder.renderedDescription,
  is_archived: folder.isArchived,
})

export const foldersInOrder = (realm: RealmState): ChannelFolder[] =>
  [...realm.records.channelFolder.values()].sort((a, b) => a.position - b.position || a.id - b.id)
