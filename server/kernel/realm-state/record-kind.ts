import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { RealmInfo } from './realm-info.ts'
import type { Key, Keys } from './structures/collection.ts'

/** Reads an organization's rows from the snapshot that memory is loaded from. `$1` is the organization's id. */
export interface RowReader {
  readonly realm: RealmInfo
  query<Row extends object>(text: string): Promise<Row[]>
  /** All rows of the organization in a table. */
  table<Name extends keyof Tables>(name: Name): Promise<Selectable<Tables[Name]>[]>
}

/** A kind of record that every organization has in memory. */
export interface RecordKind<T extends object, K extends Key = number, Index extends string = never>
  extends Keys<T, K, Index> {
  load(rows: RowReader): Promise<readonly T[]>
}

/** Infers the types of a kind from its declaration. */
export const recordKind = <T extends object, K extends Key, Index extends string = never>(
  kind: RecordKind<T, K, Index>,
): RecordKind<T, K, Index> => kind
