import type { Selectable } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { recordKind } from '../../kernel/realm-state/record-kind.ts'

/** A folder that channels are sorted into. */
export interface ChannelFolder {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  /** Folders are listed by it. */
  readonly position: number
  readonly creatorId: number | null
  /** Seconds. */
  readonly createdAt: number
  readonly isArchived: boolean
}

export const folderFromRow = (row: Selectable<Tables['channel_folder']>): ChannelFolder => ({
  id: row.id,
  name: row.name,
  description: row.description,
  renderedDescription: row.rendered_description,
  position: row.position,
  creatorId: row.creator_id,
  createdAt: row.created_at,
  isArchived: row.is_archived,
})

export const channelFolderKind = recordKind({
  keyOf: ({ id }: ChannelFolder) => id,
  // An archived one frees its name.
  indexes: { name: ({ isArchived, name }) => (isArchived ? [] : [foldCase(name)]) },
  load: async (rows) => (await rows.table('channel_folder')).map(folderFromRow),
})

declare module '../../kernel/realm-state/record-kinds.ts' {
  interface RecordKinds {
    channelFolder: typeof channelFolderKind
  }
}
