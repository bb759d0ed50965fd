import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { JobKind } from '../log/job.ts'
import type { SmallChange } from '../log/lane.ts'
import type { Tx } from '../log/transact.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Realms } from '../realm-state/realms.ts'
import type { StoredJob } from './add-jobs.ts'

/** What tasks need of the process; the context has all of it. */
export interface JobDoor {
  readonly database: Database
  readonly clock: Clock
  readonly realms: Realms
  addressOf(realm: RealmState): string
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  submit<Plan, Outcome>(realmId: number, change: SmallChange<Plan, Outcome>): Promise<Outcome>
}

/** A job at work. */
export interface RunningJob<Payload> {
  readonly realm: RealmState
  /** The same whenever it is tried, and no other job's in its organization. */
  readonly id: string
  readonly payload: Payload
  /** The process ends: what takes long gives up, and is tried again elsewhere. */
  readonly signal: AbortSignal
}

/** A task by its name, ready to run what is stored. It may run more than once, so it must not do anything twice. */
export interface Task {
  readonly name: string
  run(door: JobDoor, stored: StoredJob, signal: AbortSignal): Promise<void>
}

export const task = <Payload>(
  { task: name }: JobKind<Payload>,
  work: (door: JobDoor, job: RunningJob<Payload>) => Promise<void>,
): Task => ({
  name,
  async run(door, { realm: realmId, id, work: payload }, signal) {
    // With other nodes about, memory may be older than the job.
    const live = await door.realms.live(realmId)
    if (door.realms.shared()) await live.bringToHead()
    await work(door, { realm: live.state, id, payload: payload as Payload, signal })
  },
})
