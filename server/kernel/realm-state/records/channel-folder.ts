import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

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
