import type { Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tables } from '../db/tables.ts'
import type { Audience } from '../log/audience.ts'
import type { LoggedJob } from '../log/job.ts'
import type { BatchKind } from '../log/lane.ts'
import type { EventData, PersonalFields } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import type { AuditEntry } from './audit.ts'
import type { OutgoingMessage, SentMessage } from './outgoing-message.ts'

/** What an event carries besides itself. */
export interface EventParts {
  /** What memory must change with it. */
  readonly state?: readonly StateChange[]
  /** Fields that differ from person to person. */
  readonly personal?: PersonalFields
  /** What the event's variants need besides the event; no client gets it as it is. */
  readonly background?: object
}

/**
 * The only handle through which an action writes. It holds the lane from its first statement, so memory is exactly at
 * the position before it; what it emits is in the log if and only if it commits.
 */
export interface Tx {
  readonly db: Transaction<Tables>
  /** The organization with the changes of this transaction, which nobody else sees before the commit. */
  readonly realm: RealmState
  /** Seconds. */
  readonly now: number
  /** The position that the next emitted row will have: where membership intervals open and close. */
  readonly nextSeq: number
  /** An event for clients. */
  emit(event: EventData, audience: Audience, parts?: EventParts): void
  /** A change that no client may see but that memory follows. */
  record(state: readonly StateChange[]): void
  /** A message in the same transaction: it is sent if and only if the change happens. */
  send(message: OutgoingMessage): Promise<SentMessage>
  /** Work to be done after the commit. */
  after(job: LoggedJob): void
  /** The audit log's line about an administrative change; who did it, when and from where is known. */
  audit(entry: AuditEntry): void
  /** Small changes of one kind, written as part of this transaction. */
  runBatch<Plan, Outcome, Facts, Change>(
    kind: BatchKind<Plan, Outcome, Facts, Change>,
    change: Change,
    decide: (facts: Facts | undefined) => Plan,
  ): Promise<Outcome>
}

/** The transaction of a request. */
export interface CallTx extends Tx {
  /** The caller as of inside the lane, and their organization with the changes of this transaction. */
  readonly actor: Actor
}
