import type pg from 'pg'
import type { EventType } from '../../api/events/index.ts'
import type { Clock } from '../clock.ts'
import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isDefiniteFailure } from './database-failure.ts'
import type { Follower } from './follower.ts'
import type { LogRow } from './log-row.ts'

/**
 * A small change (a send, flags, a reaction) shares its statement and its commit with others of its kind.
 * `decide` runs inside the lane, against memory that is exactly at the lane's position: an earlier revocation counts.
 */
export interface SmallChange<Plan, Outcome> {
  readonly kind: BatchKind<Plan, Outcome>
  /** The deciding checks. Throws to refuse this change alone; an outcome that needs no write is returned as done. */
  decide(): { readonly plan: Plan } | { readonly done: Outcome }
}

export interface LaneStep {
  readonly realmId: number
  /** The position the plans were decided at; the statement writes nothing when the lane has moved on. */
  readonly expected: number
  /** Seconds. */
  readonly now: number
}

export interface Written<Outcome> {
  readonly outcomes: readonly Outcome[]
  readonly rows: readonly LogRow[]
}

/** How one kind of small change is written: one statement that takes the lane, writes its rows and appends its log. */
export interface BatchKind<Plan, Outcome> {
  readonly name: string
  /** The type of the event its rows become. */
  readonly emits: EventType
  /** Refusals that need the database's word (a repeated key), found in one statement before the write. */
  prepare?(client: pg.ClientBase, changes: readonly SmallChange<Plan, Outcome>[]): Promise<void>
  /** Null when the lane was not at `expected`: nothing was written. */
  write(client: pg.ClientBase, step: LaneStep, plans: readonly Plan[]): Promise<Written<Outcome> | null>
}

interface Pending {
  readonly change: SmallChange<unknown, unknown>
  resolve(outcome: unknown): void
  reject(error: unknown): void
}

type Job = { readonly exclusive: () => Promise<void> } | Pending

const MOST_IN_A_BATCH = 250
const TRIES_BEFORE_LOCKING = 3

/**
 * The lane of one organization in this process: everything that writes goes through it one at a time. It stands in
 * front of the row lock of `realm_log`, never instead of it: other nodes have lanes of their own.
 */
export class Lane {
  readonly #database: Database
  readonly #follower: Follower
  readonly #clock: Clock
  readonly #jobs: Job[] = []
  #running = false
  readonly #onBatch: (size: number) => void

  constructor(database: Database, follower: Follower, clock: Clock, onBatch: (size: number) => void) {
    this.#database = database
    this.#follower = follower
    this.#clock = clock
    this.#onBatch = onBatch
  }

  submit<Plan, Outcome>(change: SmallChange<Plan, Outcome>): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#enqueue({ change, resolve, reject } as Pending)
    })
  }

  /** Runs alone: a transaction of its own. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ exclusive: () => work().then(resolve, reject) })
    })
  }

  #enqueue(job: Job): void {
    this.#jobs.push(job)
    if (this.#running) return
    this.#running = true
    void this.#run()
  }

  async #run(): Promise<void> {
    while (this.#jobs.length > 0) {
      const first = this.#jobs[0]!
      if ('exclusive' in first) {
        this.#jobs.shift()
        await first.exclusive()
      } else {
        await this.#runBatch(this.#takeBatch(first))
      }
    }
    this.#running = false
  }

  /** All waiting changes of the first one's kind, up to the next exclusive job, so that nothing overtakes a transaction. */
  #takeBatch(first: Pending): Pending[] {
    const batch: Pending[] = []
    const left: Job[] = []
    let open = true
    for (const job of this.#jobs) {
      if ('exclusive' in job) open = false
      const joins =
        open && batch.length < MOST_IN_A_BATCH && !('exclusive' in job) && job.change.kind === first.change.kind
      if (joins) batch.push(job)
      else left.push(job)
    }
    this.#jobs.length = 0
    this.#jobs.push(...left)
    return batch
  }

  async #runBatch(batch: readonly Pending[]): Promise<void> {
    try {
      await this.#writeBatch(batch)
    } catch (error) {
      // A statement the database refused has changed nothing: one bad change must not fail its neighbours. After a
      // lost connection nobody knows whether it committed, so it is never repeated.
      if (batch.length > 1 && isDefiniteFailure(error)) for (const one of batch) await this.#runBatch([one])
      else for (const one of batch) one.reject(error)
    }
  }

  async #writeBatch(batch: readonly Pending[]): Promise<void> {
    const client = await this.#database.pool.connect()
    let finished: (() => Promise<void>) | undefined
    let discard = true
    try {
      for (let attempt = 1; !finished; attempt += 1) {
        const locked = attempt > TRIES_BEFORE_LOCKING
        discard = locked
        if (locked) {
          await client.query('begin')
          await client.query('select seq from realm_log where realm_id = $1 for update', [this.#follower.realmId])
        }
        if (attempt > 1)
          await this.#follower.catchUp(async (text, values) => (await client.query(text, [...values])).rows)
        finished = await this.#attempt(client, batch)
        if (locked) await client.query('commit')
      }
      discard = false
    } catch (error) {
      if (!isDefiniteFailure(error)) discard = true
      throw error
    } finally {
      client.release(discard)
    }
    await finished()
  }

  /** Decides and writes once. Undefined when another node was faster; else what to do after the commit. */
  async #attempt(client: pg.ClientBase, batch: readonly Pending[]): Promise<(() => Promise<void>) | undefined> {
    const kind = batch[0]!.change.kind
    await kind.prepare?.(
      client,
      batch.map((one) => one.change),
    )
    const step: LaneStep = { realmId: this.#follower.realmId, expected: this.#follower.seq, now: seconds(this.#clock) }
    const verdicts: (() => void)[] = []
    const writers: Pending[] = []
    const plans: unknown[] = []
    for (const one of batch) {
      try {
        const decision = one.change.decide()
        if ('done' in decision) verdicts.push(() => one.resolve(decision.done))
        else {
          writers.push(one)
          plans.push(decision.plan)
        }
      } catch (error) {
        verdicts.push(() => one.reject(error))
      }
    }
    const written = plans.length > 0 ? await kind.write(client, step, plans) : { outcomes: [], rows: [] }
    if (!written) return undefined
    return async () => {
      this.#onBatch(plans.length)
      await this.#follower.applied(written.rows)
      for (const verdict of verdicts) verdict()
      for (const [index, one] of writers.entries()) one.resolve(written.outcomes[index])
    }
  }
}
