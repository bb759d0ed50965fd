import type pg from 'pg'
import type { EventType } from '../../api/events/index.ts'
import type { Clock } from '../clock.ts'
import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isDefiniteFailure, isOverdue, isSilence } from './database-failure.ts'
import type { Follower } from './follower.ts'
import type { LogRow } from './log-row.ts'
import { WaitingLine } from './waiting-line.ts'

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
  /** What has to be asked of the database before deciding (a repeated key); undefined when there is nothing. */
  prepare?(client: pg.ClientBase, changes: readonly SmallChange<Plan, Outcome>[]): Promise<void> | undefined
  /** Null when the lane was not at `expected`: nothing was written. */
  write(client: pg.ClientBase, step: LaneStep, plans: readonly Plan[]): Promise<Written<Outcome> | null>
}

interface Pending {
  readonly change: SmallChange<unknown, unknown>
  resolve(outcome: unknown): void
  reject(error: unknown): void
}

type Job = { readonly exclusive: () => Promise<void>; reject(error: unknown): void } | Pending

interface Attempt {
  readonly rows: readonly LogRow[]
  tell(): void
}

/** What came of a batch, to be told to those who wait, and the connection it used if that is still good. */
interface Finished {
  readonly client: pg.PoolClient | undefined
  readonly tell: () => void
}

const NOTHING_YET: Finished = { client: undefined, tell: () => {} }

/** By then a commit's own cost is a small share, and those who wait for the next batch do not wait long. */
const MOST_IN_A_BATCH = 32
const TRIES_BEFORE_LOCKING = 3

/**
 * The lane of one organization in this process: everything that writes goes through it one at a time. It stands in
 * front of the row lock of `realm_log`, never instead of it: other nodes have lanes of their own.
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

  submit<Plan, Outcome>(change: SmallChange<Plan, Outcome>): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#enqueue({ change, resolve, reject } as Pending)
    })
  }

  /** Runs alone: a transaction of its own. */
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
   * Batches follow each other on one connection. What came of a batch is told when the next one is on its way, so that
   * the database works on that while this process writes answers.
   */
  async #runBatches(): Promise<void> {
    let { client, tell }: Finished = NOTHING_YET
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      const writing = this.#runBatch(client, batch)
      tell()
      ;({ client, tell } = await writing)
    }
    if (client) this.#database.atHand.giveBack(client)
    tell()
  }

  /**
   * All waiting changes of the first one's kind, up to the next exclusive job, so that nothing overtakes a transaction.
   * None when it is the turn of that.
   */
  #takeBatch(): Pending[] {
    const batch: Pending[] = []
    this.#line.take((job) => {
      if ('exclusive' in job || batch.length === MOST_IN_A_BATCH) return 'stop'
      if (batch.length > 0 && job.change.kind !== batch[0]!.change.kind) return 'pass'
      batch.push(job)
      return 'take'
    })
    return batch
  }

  async #runBatch(kept: pg.PoolClient | undefined, batch: readonly Pending[]): Promise<Finished> {
    let client = kept
    try {
      const taken = kept ?? this.#database.atHand.take()
      client = taken instanceof Promise ? await taken : taken
      return { client, tell: await this.#writeBatch(client, batch) }
    } catch (error) {
      client?.release(true)
      // The waiting changes would wait just as long.
      if (isOverdue(error)) this.#line.refuseAll()
      // A statement the database refused has changed nothing: one bad change must not fail its neighbours. After a
      // lost connection nobody knows whether it committed, so it is never repeated.
      if (!isDefiniteFailure(error)) this.#follower.doubt()
      else if (batch.length > 1 && !isOverdue(error)) return await this.#runOneByOne(batch)
      for (const one of batch) one.reject(error)
      return NOTHING_YET
    }
  }

  async #runOneByOne(batch: readonly Pending[]): Promise<Finished> {
    let finished = NOTHING_YET
    for (const one of batch) {
      finished = await this.#runBatch(finished.client, [one])
      finished.tell()
    }
    return { ...NOTHING_YET, client: finished.client }
  }

  /** Sends the batch at once where nothing has to be looked up for it; what to tell of it when it is committed. */
  async #writeBatch(client: pg.PoolClient, batch: readonly Pending[]): Promise<() => void> {
    for (let attempt = 1; ; attempt += 1) {
      const locked = attempt > TRIES_BEFORE_LOCKING
      if (locked) {
        await client.query('begin')
        await client.query('select seq from realm_log where realm_id = $1 for update', [this.#follower.realmId])
      }
      if (attempt > 1)
        await this.#follower.catchUp(async (text, values) => (await client.query(text, [...values])).rows)
      const written = await this.#attempt(client, batch)
      if (locked) await client.query('commit')
      if (!written) continue
      this.#onBatch(written.rows.length)
      const applying = this.#follower.apply(written.rows)
      if (applying) await applying
      return written.tell
    }
  }

  /** Decides and writes once. Undefined when another node was faster. */
  async #attempt(client: pg.ClientBase, batch: readonly Pending[]): Promise<Attempt | undefined> {
    const kind = batch[0]!.change.kind
    // Before anything is asked of the database: what another node writes after that makes the answers old.
    const expected = this.#follower.seq
    const preparing = kind.prepare?.(
      client,
      batch.map((one) => one.change),
    )
    if (preparing) await preparing
    const step: LaneStep = { realmId: this.#follower.realmId, expected, now: seconds(this.#clock) }
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
    const tell = () => {
      for (const verdict of verdicts) verdict()
      for (const [index, one] of writers.entries()) one.resolve(written.outcomes[index])
    }
    return { rows: written.rows, tell }
  }
}
