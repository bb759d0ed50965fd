import type { RealmInfo } from './realm-info.ts'
import type { KeyOf, RecordName, RecordOf } from './record-kinds.ts'

/** A new or replaced record. It is always the whole record, so that applying a change twice is harmless. */
export type RecordPut = { [Name in RecordName]: { readonly put: Name; readonly value: RecordOf<Name> } }[RecordName]
export type RecordRemoval = { [Name in RecordName]: { readonly remove: Name; readonly key: KeyOf<Name> } }[RecordName]

/** A change that a row of the log makes in memory. */
export type StateChange =
  | { readonly put: 'realm'; readonly value: RealmInfo }
  | RecordPut
  | RecordRemoval
  | { readonly join: number; readonly users: readonly number[] }
  | { readonly leave: number; readonly users: readonly number[] }
  /** Topics of a channel were renamed, merged or deleted. Memory drops them and reads them again when needed. */
  | { readonly forgetTopics: number }
  /** Messages were moved or deleted. Facts about messages that were read earlier are out of date. */
  | { readonly relocated: true }
  /** Ids up to this one and positions in conversations were reserved for imported messages. */
  | { readonly reservedUpTo: number }
  /** The account has another API key. Its open polls end, because they were requested with the old one. */
  | { readonly newKeyOf: number }
