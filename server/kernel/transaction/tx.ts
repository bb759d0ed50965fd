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

/** Data that belongs to an event. */
export interface EventParts {
  /** Changes to memory. */
  readonly state?: readonly StateChange[]
  /** Fields that differ from person to person. */
  readonly personal?: PersonalFields
  /** The message whose flags the event has, as of the time when it is delivered. */
  readonly flagsOf?: number
  /** Data for building the event's variants. Clients never receive it directly. */
  readonly background?: object
}

/**
 * The only way for an action to write. It holds the lane from its first statement, so memory is exactly at the position
 * before it. Its events are in the log if and only if it commits.
 */
export interface Tx {
  readonly db: Transaction<Tables>
  /** The organization including the changes of this transaction, which are invisible to others until the commit. */
  readonly realm: RealmState
  /** Seconds. */
  readonly now: number
  /** The position of the next emitted row. Membership intervals open and close there. */
  readonly nextSeq: number
  /** Emits an event to clients. */
  emit(event: EventData, audience: Audience, parts?: EventParts): void
  /** Records a change that memory applies and no client sees. */
  record(state: readonly StateChange[]): void
  /** Sends a message in the same transaction: it is sent if and only if the transaction commits. */
  send(message: OutgoingMessage): Promise<SentMessage>
  /** Adds a job to run after the commit. */
  after(job: LoggedJob): void
  /** Adds an administrative change to the audit log. The author, time and origin are added automatically. */
  audit(entry: AuditEntry): void
  /** Writes small changes of one kind as part of this transaction. */
  runBatch<Plan, Outcome, Facts, Change>(
    kind: BatchKind<Plan, Outcome, Facts, Change>,
    change: Change,
    decide: (facts: Facts | undefined) => Plan,
  ): Promise<Outcome>
}

/** The transaction of a request. */
export interface CallTx extends Tx {
  /** The caller inside the lane, and the organization including the changes of this transaction. */
  readonly actor: Actor
}

/** What decisions and reads need, before the lane and inside. */
export type DecisionContext = Pick<CallTx, 'db' | 'realm' | 'actor' | 'now' | 'nextSeq'>
