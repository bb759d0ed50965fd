import type { EventType } from '../../api/events/index.ts'
import type { Clock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import type { Logger } from './base/logger.ts'
import type { OutgoingRequests } from './base/outgoing-requests.ts'
import type { Secret } from './base/secret.ts'
import type { Database } from './db/database.ts'
import type { Files } from './files/files.ts'
import type { SmallChange } from './log/lane.ts'
import type { Mailer } from './mail/mailer.ts'
import type { RealmState } from './realm-state/realm-state.ts'
import type { Realms } from './realm-state/realms.ts'
import type { Site } from './rendering/site.ts'
import type { Resource } from './resource.ts'
import type { RewritePlan } from './transaction/rewriting.ts'
import type { Tx } from './transaction/tx.ts'

/** What the process was started with. */
interface ProcessParts {
  readonly config: Config
  readonly logger: Logger
  readonly clock: Clock
  readonly secret: Secret
}

/** What is stored, and the ways to change it. */
interface Stores {
  readonly database: Database
  readonly realms: Realms
  readonly files: Pick<Files, 'discard' | 'open' | 'save'>
  /**
   * Runs a transaction of the server itself on the organization's lane. One that changes existing messages says which
   * conversations they are in.
   */
  transact<T, Prepared = undefined>(
    realmId: number,
    work: (tx: Tx, prepared: Prepared | undefined) => Promise<T>,
    rewriting?: RewritePlan<Prepared>,
  ): Promise<T>
  /** Submits a small change, which is batched with others of its kind. Calls `caller` inside the lane. */
  submit<Plan, Outcome, Facts, Caller>(
    realmId: number,
    change: SmallChange<Plan, Outcome, Facts, Caller>,
    caller: () => Caller,
    emits?: readonly EventType[],
  ): Promise<Outcome>
}

/** The ways out of the process, and how others reach it. */
interface Outside {
  readonly mailer: Mailer
  /** Requests to addresses that users chose. */
  readonly outgoing: OutgoingRequests
  /** What a feature opened for the process, such as the relay of push notifications. */
  resource<T>(wanted: Resource<T>): T
  /** The address of an organization. A single organization has the server's own address. */
  addressOf(realm: RealmState): string
  /** Returns what rendering texts of the organization needs. */
  siteOf(realm: RealmState): Site
}

/** What work needs that no request asked for: tasks, mail, upkeep. */
export interface WorkContext extends ProcessParts, Stores, Outside {
  readonly nodes: { readonly generation: number; realmsChanged(): void }
}
