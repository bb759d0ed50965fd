import type { RealmInfo } from './realm-info.ts'
import type { KeyOf, RecordName, RecordOf } from './record-kinds.ts'

/** A record is new or replaced. Whole records, so that applying a change twice does no harm. */
export type RecordPut = { [Name in RecordName]: { readonly put: Name; readonly value: RecordOf<Name> } }[RecordName]
export type RecordRemoved = { [Name in RecordName]: { readonly remove: Name; readonly key: KeyOf<Name> } }[RecordName]

/** What a row of the log changes in memory. */
export type StateChange =
  | { readonly put: 'realm'; readonly value: RealmInfo }
  | RecordPut
  | RecordRemoved
  | { readonly join: number; readonly users: readonly number[] }
  | { readonly leave: number; readonly users: readonly number[] }
  /** Topics of a channel were renamed, merged or deleted: memory asks for them again. */
  | { readonly forgetTopics: number }
  /** Messages are in another place than before, or gone: what was read of them is out of date. */
  | { readonly relocated: true }
