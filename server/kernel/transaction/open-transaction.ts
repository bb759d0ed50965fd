import type { Transaction } from 'kysely'
import type pg from 'pg'
import { type Clock, seconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { logAppend } from '../log/append-log.ts'
import { type Audience, nobody } from '../log/audience.ts'
import type { LoggedJob } from '../log/job.ts'
import type { BatchKind } from '../log/lane.ts'
import type { EventData, LogPayload, LogRow } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import type { AuditEntry, Origin } from './audit.ts'
import type { OutgoingMessage, SentMessage } from './outgoing-message.ts'
import type { EventParts, Tx } from './tx.ts'

/** The parts of the process that transactions need. */
export interface TransactionTools {
  readonly database: Database
  readonly clock: Clock
  send(tx: Tx, message: OutgoingMessage): Promise<SentMessage>
  /** Throws for an event that expands to too many events for one client. */
  checkEvent(event: EventData): void
}

export interface TransactOptions {
  readonly origin: Origin
  /** Throws for an event that the endpoint does not declare. */
  onEmit(event: Pick<EventData, 'type'>): void
}

/** A transaction that holds the lane. */
export class OpenTransaction implements Tx {
  readonly db: Transaction<Tables>
  readonly realm: RealmState
  readonly now: number
  readonly rows: LogRow[] = []
  readonly audited: AuditEntry[] = []
  readonly #tools: TransactionTools
  readonly #client: pg.ClientBase
  readonly #onEmit: TransactOptions['onEmit']
  readonly #start: number
  readonly #jobs: LoggedJob[] = []
  /** The number of rows that are already written. */
  #written = 0

  constructor(
    tools: TransactionTools,
    client: pg.ClientBase,
    db: Transaction<Tables>,
    realm: RealmState,
    onEmit: TransactOptions['onEmit'],
  ) {
    this.#tools = tools
    this.#client = client
    this.db = db
    this.realm = realm
    this.now = seconds(tools.clock)
    this.#onEmit = onEmit
    this.#start = realm.seq
  }

  get nextSeq(): number {
    return this.#start + this.rows.length + 1
  }

  emit(event: EventData, audience: Audience, parts: EventParts = {}): void {
    this.#onEmit(event)
    this.#tools.checkEvent(event)
    this.#append(audience, { event, ...parts })
  }

  record(state: readonly StateChange[]): void {
    this.#append(nobody, { state })
  }

  after(job: LoggedJob): void {
    this.#jobs.push(job)
  }

  audit(entry: AuditEntry): void {
    this.audited.push(entry)
  }

  send(message: OutgoingMessage): Promise<SentMessage> {
    return this.#tools.send(this, message)
  }

  async runBatch<Plan, Outcome, Facts, Change>(
    kind: BatchKind<Plan, Outcome, Facts, Change>,
    change: Change,
    decide: (facts: Facts | undefined) => Plan,
  ): Promise<Outcome> {
    this.#onEmit({ type: kind.emits })
    await this.#flush()
    const step = { realmId: this.realm.id, expected: this.realm.seq, now: this.now }
    const facts = await kind.prepare?.(this.#client, [change], step)
    const written = await kind.write(this.#client, step, [decide(facts?.[0])])
    if (!written) throw new Error(`${kind.name} was not written, although the transaction holds the lane`)
    for (const row of written.rows) this.#take(row)
    this.#written = this.rows.length
    return written.outcomes[0]!
  }

  #append(audience: Audience, payload: LogPayload): void {
    this.#take({ seq: this.nextSeq, audience, payload })
  }

  #take(row: LogRow): void {
    this.rows.push(row)
    this.realm.apply(row)
  }

  /** All jobs share one row, the last one. */
  async finish(): Promise<void> {
    if (this.#jobs.length > 0) this.#append(nobody, { jobs: this.#jobs })
    await this.#flush()
  }

  /** Writes the rows that are not written yet. */
  async #flush(): Promise<void> {
    const fresh = this.rows.slice(this.#written)
    if (fresh.length === 0) return
    await this.#client.query(logAppend(this.realm.id, this.now, fresh))
    this.#written = this.rows.length
  }
}
