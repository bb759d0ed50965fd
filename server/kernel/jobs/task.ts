import type { JobKind } from '../log/job.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { WorkContext } from '../work-context.ts'
import type { StoredJob } from './add-jobs.ts'

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
  run(context: WorkContext, stored: StoredJob, signal: AbortSignal): Promise<void>
}

export const task = <Payload>(
  { task: name }: JobKind<Payload>,
  work: (context: WorkContext, job: RunningJob<Payload>) => Promise<void>,
): Task => ({
  name,
  async run(context, { realm: realmId, id, work: payload }, signal) {
    // With several nodes, the memory of this one may be older than the job.
    const live = await context.realms.live(realmId)
    if (context.realms.shared()) await live.bringToHead()
    await work(context, { realm: live.state, id, payload: payload as Payload, signal })
  },
})
