import type { Db } from '../../../kernel/db/database.ts'
import type { RealmState } from '../../../kernel/realm-state/realm-state.ts'
import type { Ids, KnownRecords } from '../importing.ts'
import type { RecordKind } from '../records.ts'
import type { ImportSource } from '../source.ts'

/** A running survey. Its phases run in order and share this. */
export interface SurveyRun extends KnownRecords {
  readonly db: Db
  readonly realm: RealmState
  readonly source: ImportSource
  /** Null if nothing of this source was imported before. */
  readonly importId: number | null
  /** The ids of people and channels that do not exist yet are made up. */
  readonly people: Ids
  readonly channels: Ids
  readonly emoji: Set<string>
  readonly renamed: string[]
  /** What earlier runs have imported. */
  known(kind: RecordKind): Promise<ReadonlyMap<string, number>>
  count(what: string): void
}
