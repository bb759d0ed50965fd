import type { Transaction } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../../api/errors.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { databaseOn } from '../db/query-builder.ts'
import type { Tables } from '../db/tables.ts'
import { logAppend } from '../log/append-log.ts'
import { type Audience, nobody } from '../log/audience.ts'
import { isDefiniteFailure } from '../log/database-failure.ts'
import { readThrough } from '../log/follower.ts'
import type { LoggedJob } from '../log/job.ts'
import type { BatchKind } from '../log/lane.ts'
import type { EventData, LogPayload, LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import { type AuditEntry, insertAuditEntries, type Origin } from './audit.ts'
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

/** Runs one transaction alone on an organization's lane. */
export function transact<T>(
  tools: TransactionTools,
  live: LiveRealm,
  { origin, onEmit }: TransactOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return live.lane.exclusive(async () => {
    const { atHand } = tools.database
    const client = await atHand.take()
    let isWritten = false
    const run = async (trx: Transaction<Tables>) => {
      await takeLane(trx, live)
      const tx = new OpenTransaction(tools, client, trx, live.state.overlay(), onEmit)
      const value = await work(tx)
      await insertAuditEntries(trx, live.realmId, tx.now, origin, tx.audited)
      await tx.finish()
      isWritten = true
      return { value, rows: tx.rows }
    }
    // After a lost connection the rollback fails too, and its error would hide the cause.
    let cause: unknown
    const note = (error: unknown): never => {
      cause = error
      throw error
    }
    let committed: Awaited<ReturnType<typeof run>>
    try {
      committed = await databaseOn(client)
        .transaction()
        .execute((trx) => run(trx).catch(note))
    } catch (thrown) {
      const error = cause ?? thrown
      // After a refusal the transaction was rolled back. After anything else the connection may be in any state.
      const isRolledBack = thrown === error && (error instanceof ApiError || isDefiniteFailure(error))
      if (isRolledBack) atHand.giveBack(client)
      else client.release(true)
      if (isWritten && !isDefiniteFailure(error)) live.markUncertain()
      throw error
    }
    atHand.giveBack(client)
    await live.apply(committed.rows)
    return committed.value
  })
}

/** Locks the organization's counter and brings memory to the same position. */
async function takeLane(trx: Transaction<Tables>, live: LiveRealm): Promise<void> {
  const { seq } = await trx
    .selectFrom('realm_log')
    .select('seq')
    .where('realm_id', '=', live.realmId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (seq !== live.seq) await live.catchUp(readThrough(trx))
}

class OpenTransaction implements Tx {
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
