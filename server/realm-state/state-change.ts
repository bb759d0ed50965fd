import type { Channel } from './channel.ts'
import type { Group } from './group.ts'
import type { RealmInfo } from './realm-info.ts'
import type { User } from './user.ts'

/** What a row of the log changes in memory. Whole records, so that applying one twice does no harm. */
export type StateChange =
  | { readonly put: 'realm'; readonly realm: RealmInfo }
  | { readonly put: 'user'; readonly user: User }
  | { readonly put: 'channel'; readonly channel: Channel }
  | { readonly put: 'group'; readonly group: Group }
  | { readonly join: number; readonly users: readonly number[] }
  | { readonly leave: number; readonly users: readonly number[] }
