import type { Clock } from '../../kernel/base/clock.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Files } from '../../kernel/files/files.ts'
import { nobody } from '../../kernel/log/audience.ts'
import type { LiveRealm } from '../../kernel/realm-state/live-realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Realms } from '../../kernel/realm-state/realms.ts'
import type { StateChange } from '../../kernel/realm-state/state-change.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { ImportReport } from './report.ts'
import type { ImportSource } from './source.ts'

/** The parts of the process that an import needs. The context has all of them. */
export interface ImportTools {
  readonly database: Database
  readonly secret: Secret
  readonly clock: Clock
  readonly realms: Realms
  readonly files: Files
  readonly jobs: { readLog(): Promise<void> }
  readonly nodes: { committed(realm: LiveRealm): void }
  addressOf(realm: RealmState): string
  siteOf(realm: RealmState): Site
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What each kind of record became, by the ids of the source. */
export type Ids = Map<string, number>

/** A running import. Its phases run in order and share this. */
export interface ImportRun {
  readonly tools: ImportTools
  readonly source: ImportSource
  readonly report: ImportReport
  /** It has no time limit on statements. */
  readonly db: Db
  readonly live: LiveRealm
  /**
   * The organization as it will be: memory plus the records that are not written yet. Names, mentions and permissions
   * are decided with it.
   */
  readonly realm: RealmState
  readonly importId: number
  /** Messages up to this id were imported by an earlier run. */
  readonly finishedUpto: number
  /** Seconds. */
  readonly now: number
  readonly people: Ids
  readonly groups: Ids
  readonly folders: Ids
  readonly channels: Ids
  readonly emoji: Ids
  readonly fields: Ids
  /** Channels that this run creates. */
  readonly newChannels: Set<number>
  progress(step: string, done: number): void
  /** Counts a new record. */
  added(what: string, count?: number): void
}

/** What decides whether a record can be imported, in an import and in a dry run. */
export type KnownRecords = Pick<ImportRun, 'people' | 'channels' | 'report'>

/** Adds records to the organization as it will be. */
export const draft = (realm: RealmState, state: readonly StateChange[]): void =>
  realm.apply({ seq: realm.seq, audience: nobody, payload: { state } })

/** Descriptions are rendered in the name of this account. */
export function ownerOf(realm: RealmState): User {
  const people = [...realm.users.values()].filter((user) => user.isActive && !user.isBot)
  return people.sort((a, b) => a.role - b.role || a.id - b.id)[0] ?? realm.systemBot('notification')
}
