import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A named group of channels that a new person can choose. */
export interface DefaultChannelGroup {
  readonly id: number
  readonly name: string
  readonly description: string
  /** In ascending order. */
  readonly channelIds: readonly number[]
}

export const defaultGroupFromRow = (row: Selectable<Tables['default_channel_group']>): DefaultChannelGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  channelIds: row.channel_ids,
})
