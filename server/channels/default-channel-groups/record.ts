import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { recordKind } from '../../kernel/realm-state/record-kind.ts'

/** A named group of channels that a new person can choose. */
export interface DefaultChannelGroup {
  readonly id: number
  readonly name: string
  readonly description: string
  /** They are in ascending order. */
  readonly channelIds: readonly number[]
}

export const defaultGroupFromRow = (row: Selectable<Tables['default_channel_group']>): DefaultChannelGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  channelIds: row.channel_ids,
})

export const defaultChannelGroupKind = recordKind({
  keyOf: ({ id }: DefaultChannelGroup) => id,
  indexes: { name: ({ name }) => [name] },
  load: async (rows) => (await rows.table('default_channel_group')).map(defaultGroupFromRow),
})

declare module '../../kernel/realm-state/record-kinds.ts' {
  interface RecordKinds {
    defaultChannelGroup: typeof defaultChannelGroupKind
  }
}
