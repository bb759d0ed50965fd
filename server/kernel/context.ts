import type { EventType } from '../../api/events/index.ts'
import type { Actor } from './actor.ts'
import type { Metrics } from './base/metrics.ts'
import type { Queues } from './events/queues.ts'
import type { QueueUpkeep } from './events/upkeep.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Audience } from './log/audience.ts'
import type { EventData } from './log/log-row.ts'
import type { Nodes } from './nodes/nodes.ts'
import type { RewritePlan } from './transaction/rewriting.ts'
import type { CallTx } from './transaction/tx.ts'
import type { WorkContext } from './work-context.ts'

/** What the process owns. `openContext` opens and closes it. */
export interface Context extends WorkContext {
  readonly metrics: Metrics
  /** In tests, answers and events that the contract does not declare are errors. */
  readonly strict: boolean
  readonly queues: Queues
  readonly upkeep: QueueUpkeep
  readonly files: Files
  readonly nodes: Nodes
  /** Work after a commit. Idle until `start`. */
  readonly jobs: Jobs
  isReady(): boolean
  /** Runs a transaction of a caller. `emits` are the event types that the endpoint declares. */
  transactAs<T, Prepared = undefined>(
    actor: Actor,
    emits: readonly EventType[],
    work: (tx: CallTx, prepared: Prepared | undefined) => Promise<T>,
    rewriting?: RewritePlan<Prepared, CallTx>,
  ): Promise<T>
  /** Emits an event to the queues that exist now, on all nodes. It is not stored. */
  emitEphemeral(realmId: number, event: EventData, audience: Audience, emits?: readonly EventType[]): void
  close(): Promise<void>
}
