import type { PushRelay } from '../../outside/devices/push-relay.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import type { Logger } from '../base/logger.ts'
import type { OutgoingRequests } from '../base/outgoing-requests.ts'
import type { Secret } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import type { JobKind } from '../log/job.ts'
import type { SmallChange } from '../log/lane.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Realms } from '../realm-state/realms.ts'
import type { Site } from '../rendering/site.ts'
import type { Rewriting } from '../transaction/rewriting.ts'
import type { Tx } from '../transaction/tx.ts'
import type { StoredJob } from './add-jobs.ts'

/** The parts of the context that tasks need. */
export interface JobContext {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly realms: Realms
  readonly outgoing: OutgoingRequests
  readonly pushRelay: PushRelay | null
  readonly files: Pick<Files, 'discard' | 'open' | 'save'>
  readonly nodes: { realmsChanged(): void }
  readonly secret: Secret
  readonly mailer: Mailer
  readonly logger: Logger
  addressOf(realm: RealmState): string
  siteOf(realm: RealmState): Site
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>, rewriting?: Rewriting): Promise<T>
  submit<Plan, Outcome, Facts, Caller>(
    realmId: number,
    change: SmallChange<Plan, Outcome, Facts, Caller>,
    caller: () => Caller,
  ): Promise<Outcome>
}

/** A job while it runs. */
export interface RunningJob<Payload> {
  readonly realm: RealmState
  /** Unique in the organization, and the same over all tries. */
  readonly id: string
  readonly payload: Payload
  /** Aborted when the process stops. A long task should then give up. It will run again. */
  readonly signal: AbortSignal
}

/** A named task. It may run more than once for the same job, so it must be idempotent. */
export interface Task {
  readonly name: string
  run(context: JobContext, stored: StoredJob, signal: AbortSignal): Promise<void>
}

export const task = <Payload>(
  { task: name }: JobKind<Payload>,
  work: (context: JobContext, job: RunningJob<Payload>) => Promise<void>,
): Task => ({
  name,
  async run(context, { realm: realmId, id, work: payload }, signal) {
    // With several nodes, the memory of this one may be older than the job.
    const live = await context.realms.live(realmId)
    if (context.realms.shared()) await live.bringToHead()
    await work(context, { realm: live.state, id, payload: payload as Payload, signal })
  },
})
