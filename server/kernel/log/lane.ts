import type pg from 'pg'
import type { EventType } from '../../../api/events/index.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { isDefiniteFailure, isOverdue, isSilence } from './database-failure.ts'
import type { Follower } from './follower.ts'
import type { LogRow } from './log-row.ts'
import { WaitingLine } from './waiting-line.ts'

/**
 * A small change (a send, flags, a reaction) shares its statement and its commit with others of its kind. Its input was
 * read before the lane and may be out of date. `decide` runs inside the lane.
 */
export interface SmallChange<Plan, Outcome, Facts = undefined, Caller = undefined> {
  readonly kind: BatchKind<Plan, Outcome, Facts, never>
  /**
   * Makes the final checks, against memory that is exactly at the lane's position, so an earlier revocation counts.
   * `caller` is current, and `facts` is what the kind's `prepare` read for this change. Throws to refuse this change
   * alone. Returns `done` for an outcome that needs no write.
   */
  decide(caller: Caller, facts: Facts | undefined): { readonly plan: Plan } | { readonly done: Outcome }
}

export interface LaneStep {
  readonly realmId: number
  /** The position at which the plans were decided. The statement writes nothing if the lane has moved on. */
  readonly expected: number
  /** Seconds. */
  readonly now: number
}

export interface WriteResult<Outcome> {
  readonly outcomes: readonly Outcome[]
  readonly rows: readonly LogRow[]
}

/** How to write one kind of small change: take the lane, write the rows and append to the log. */
export interface BatchKind<Plan, Outcome, Facts = undefined, Change = unknown> {
  readonly name: string
  /** The event type of its rows. */
  readonly emits: EventType
  /** The kind writes with several statements, which the lane wraps in one transaction. */
  readonly isTransaction?: true
  /** Reads what the decisions need, one fact for each change. Undefined if there is nothing to read. */
  prepare?(
    client: pg.ClientBase,
    changes: readonly Change[],
    step: LaneStep,
  ): Promise<readonly (Facts | undefined)[]> | undefined
  /** Null if the lane was not at `expected`. Nothing was written then. */
  write(client: pg.ClientBase, step: LaneStep, plans: readonly Plan[]): Promise<WriteResult<Outcome> | null>
}

type AnyKind = BatchKind<unknown, unknown, unknown, unknown>
type AnyChange = SmallChange<unknown, unknown, unknown, unknown>

interface PendingChange {
  readonly change: AnyChange
  readonly caller: () => unknown
  resolve(outcome: unknown): void
  reject(error: unknown): void
}

type Job = { readonly exclusive: () => Promise<void>; reject(error: unknown): void } | PendingChange

interface Attempt {
  readonly rows: readonly LogRow[]
  tell(): void
}

/** A finished batch: a function that reports its results, and its connection if that is still usable. */
interface FinishedBatch {
  readonly client: pg.PoolClient | undefined
  readonly tell: () => void
}

const UNFINISHED: FinishedBatch = { client: undefined, tell: () => {} }

/** At this size the cost of the commit is a small share, and the next batch does not wait long. */
const MAX_BATCH_SIZE = 32
const TRIES_BEFORE_LOCKING = 3

/**
 * The lane of one organization in this process. All writes go through it one at a time. It comes in addition to the row
 * lock on `realm_log`, because other nodes have their own lanes.
 */
export class Lane {
  readonly #database: Database
  readonly #follower: Follower
  readonly #clock: Clock
  readonly #line: WaitingLine<Job>
  #running = false
  readonly #onBatch: (size: number) => void

  constructor(database: Database, follower: Follower, clock: Clock, onBatch: (size: number) => void) {
    this.#database = database
    this.#follower = follower
    this.#clock = clock
    this.#onBatch = onBatch
    this.#line = new WaitingLine(database.limits.lane)
  }

  /** Calls `caller` inside the lane. It may throw to refuse the change. */
  submit<Plan, Outcome, Facts, Caller>(
    change: SmallChange<Plan, Outcome, Facts, Caller>,
    caller: () => Caller,
  ): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#enqueue({ change, caller, resolve, reject } as unknown as PendingChange)
    })
  }

  /** Runs alone in the lane, in its own transaction. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ exclusive: () => work().catch(this.#giveUpIfSilent).then(resolve, reject), reject })
    })
  }

  readonly #giveUpIfSilent = (error: unknown): never => {
    if (isSilence(error)) this.#line.refuseAll()
    throw error
  }

  get waiting(): number {
    return this.#line.length
  }

  #enqueue(job: Job): void {
    if (this.#running) {
      this.#line.join(job)
      return
    }
    this.#line.joinAlone(job)
    this.#running = true
    void this.#run()
  }

  async #run(): Promise<void> {
    for (let { first } = this.#line; first; { first } = this.#line) {
      if ('exclusive' in first) {
        this.#line.take((job) => (job === first ? 'take' : 'stop'))
        await first.exclusive()
      } else await this.#runBatches()
    }
    this.#running = false
  }

  /**
   * Batches follow each other on one connection. The results of a batch are reported after the next one is sent, so
   * that the database works while this process writes answers.
   */
  async #runBatches(): Promise<void> {
    let { client, tell }: FinishedBatch = UNFINISHED
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      const writing = this.#runBatch(client, batch)
      tell()
      ;({ client, tell } = await writing)
    }
    if (client) this.#database.atHand.giveBack(client)
    tell()
  }

  /**
   * Takes all waiting changes of the first one's kind, up to the next exclusive job, so that nothing overtakes a
   * transaction. Empty if the exclusive job is next.
   */
  #takeBatch(): PendingChange[] {
    const batch: PendingChange[] = []
    this.#line.take((job) => {
      if ('exclusive' in job || batch.length === MAX_BATCH_SIZE) return 'stop'
      if (batch.length > 0 && job.change.kind !== batch[0]!.change.kind) return 'pass'
      batch.push(job)
      return 'take'
    })
    return batch
  }

  async #runBatch(kept: pg.PoolClient | undefined, batch: readonly PendingChange[]): Promise<FinishedBatch> {
    let client = kept
    try {
      const taken = kept ?? this.#database.atHand.take()
      client = taken instanceof Promise ? await taken : taken
      return { client, tell: await this.#writeBatch(client, batch) }
    } catch (error) {
      client?.release(true)
      // The waiting changes would time out too.
      if (isOverdue(error)) this.#line.refuseAll()
      // A statement that the database refused has changed nothing, and one bad change must not fail the others in its
      // batch. After a lost connection the outcome is unknown, so the statement is never repeated.
      if (!isDefiniteFailure(error)) this.#follower.markUncertain()
      else if (batch.length > 1 && !isOverdue(error)) return await this.#runOneByOne(batch)
      for (const one of batch) one.reject(error)
      return UNFINISHED
    }
  }

  async #runOneByOne(batch: readonly PendingChange[]): Promise<FinishedBatch> {
    let finished = UNFINISHED
    for (const one of batch) {
      finished = await this.#runBatch(finished.client, [one])
      finished.tell()
    }
    return { ...UNFINISHED, client: finished.client }
  }

  /** Sends the batch at once if nothing has to be read for it. Returns a function that reports the results. */
  async #writeBatch(client: pg.PoolClient, batch: readonly PendingChange[]): Promise<() => void> {
    const kind = batch[0]!.change.kind as AnyKind
    for (let attempt = 1; ; attempt += 1) {
      const isLocking = attempt > TRIES_BEFORE_LOCKING
      const isTransaction = isLocking || kind.isTransaction === true
      if (isTransaction) await client.query('begin')
      if (isLocking)
        await client.query('select seq from realm_log where realm_id = $1 for update', [this.#follower.realmId])
      if (attempt > 1)
        await this.#follower.catchUp(async (text, values) => (await client.query(text, [...values])).rows)
      const written = await this.#attempt(client, kind, batch)
      if (isTransaction) await client.query(written ? 'commit' : 'rollback')
      if (!written) continue
      this.#onBatch(written.rows.length)
      const applying = this.#follower.apply(written.rows)
      if (applying) await applying
      return written.tell
    }
  }

  /** Decides and writes once. Undefined if another node was faster. */
  async #attempt(client: pg.ClientBase, kind: AnyKind, batch: readonly PendingChange[]): Promise<Attempt | undefined> {
    // Must precede all reads, because any later write of another node makes the facts out of date.
    const expected = this.#follower.seq
    const step: LaneStep = { realmId: this.#follower.realmId, expected, now: seconds(this.#clock) }
    const preparing = kind.prepare?.(
      client,
      batch.map((one) => one.change),
      step,
    )
    const facts = preparing ? await preparing : undefined
    const verdicts: (() => void)[] = []
    const writers: PendingChange[] = []
    const plans: unknown[] = []
    for (const [index, one] of batch.entries()) {
      try {
        const decision = one.change.decide(one.caller(), facts?.[index])
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
    const tell = () => {
      for (const verdict of verdicts) verdict()
      for (const [index, one] of writers.entries()) one.resolve(written.outcomes[index])
    }
    return { rows: written.rows, tell }
  }
}
