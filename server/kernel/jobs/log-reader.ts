import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { type LogRow, parseLogRow, type StoredLogRow } from '../log/log-row.ts'
import { addJobs, type NewJob } from './add-jobs.ts'
import type { Purpose } from './purposes.ts'

const MAX_ROWS_PER_READ = 500
const MAX_BYTES_PER_READ = 4 * 1024 * 1024

/** A range of rows that memory has applied and that have no jobs. The reader can skip it without reading. */
interface QuietRows {
  readonly from: number
  to: number
}

export interface ReaderResources {
  readonly database: Database
  readonly purposes: Readonly<Record<string, Purpose>>
  /** Awaited before jobs are added. */
  beforeJobs(): Promise<void>
  /** Called after jobs were added. */
  onJobs(): void
  onFailure(error: unknown): void
}

/**
 * Turns committed log rows into jobs. Reading the rows after the stored position, adding their jobs and moving the
 * position is one transaction, so a crash neither loses nor doubles a job. A row lock ensures that only one node at a
 * time reads the log of an organization.
 */
export class LogReader {
  readonly #means: ReaderResources
  readonly #purposes: readonly Purpose[]
  readonly #wanted = new Set<number>()
  readonly #quiet = new Map<number, QuietRows>()
  #working: Promise<unknown[]> | undefined
  #stopped = false

  constructor(means: ReaderResources) {
    this.#means = means
    this.#purposes = Object.values(means.purposes)
  }

  /** Called with every row that memory applies. True if it has jobs. A send costs no statement here. */
  noticed(realmId: number, row: LogRow): boolean {
    const quiet = this.#quiet.get(realmId)
    if (this.#purposes.some((jobsOf) => jobsOf(row).length > 0)) return true
    if (!quiet) this.#quiet.set(realmId, { from: row.seq, to: row.seq })
    else if (quiet.to === row.seq - 1) quiet.to = row.seq
    return false
  }

  /** Schedules a read of this organization's log. Calls before it starts are merged. */
  wake(realmId: number): void {
    if (this.#stopped) return
    this.#wanted.add(realmId)
    this.#working ??= this.#work()
  }

  /** Reads the logs of all organizations to the end. One failure does not stop the others. The first one is thrown. */
  async catchUp(): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select distinct c.realm_id as id from log_cursor c join realm_log l on l.realm_id = c.realm_id
      where c.seq < l.seq`.execute(this.#means.database.db)
    for (const { id } of rows) this.wake(id)
    const [failure] = (await this.#working) ?? []
    if (failure) throw failure
  }

  /** Finishes the current batch and reads nothing after it. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wanted.clear()
    await this.#working
  }

  async #work(): Promise<unknown[]> {
    const failures: unknown[] = []
    // `wake` adds to this set while the loop runs, and the loop visits what it adds.
    for (const realmId of this.#wanted) {
      this.#wanted.delete(realmId)
      try {
        let isMore = true
        while (isMore && !this.#stopped) isMore = await this.#read(realmId)
      } catch (error) {
        failures.push(error)
        this.#means.onFailure(error)
      }
    }
    // Synchronously after the loop's last check of the set, so that no wake-up is lost.
    this.#working = undefined
    return failures
  }

  /** Reads one batch. True if there may be more. */
  async #read(realmId: number): Promise<boolean> {
    const { database, purposes, beforeJobs, onJobs } = this.#means
    const { isMore, count } = await database.db.transaction().execute(async (trx) => {
      const cursors = await lockCursors(trx, realmId, Object.keys(purposes))
      const first = Math.min(...cursors.values())
      // Another node is reading this log.
      if (!Number.isFinite(first)) return { isMore: false, count: 0 }
      const start = this.#behindQuiet(realmId, first)
      const { rows, isMore } = await readRows(trx, realmId, start)
      const jobs = rows.flatMap((row) => [...this.#jobsOf(row, cursors)].map((job) => ({ ...job, realmId })))
      if (jobs.length > 0) await beforeJobs()
      await addJobs(trx, jobs)
      await moveCursors(trx, realmId, [...cursors.keys()], rows.at(-1)?.seq ?? start)
      return { isMore, count: jobs.length }
    })
    if (count > 0) onJobs()
    return isMore
  }

  #behindQuiet(realmId: number, position: number): number {
    const quiet = this.#quiet.get(realmId)
    this.#quiet.delete(realmId)
    return quiet && quiet.from <= position + 1 ? Math.max(quiet.to, position) : position
  }

  /** The ids depend only on the row, so they are the same whenever it is read. */
  *#jobsOf(row: LogRow, cursors: ReadonlyMap<string, number>): Generator<Omit<NewJob, 'realmId'>> {
    for (const [purpose, seq] of cursors)
      if (row.seq > seq)
        for (const [index, job] of this.#means.purposes[purpose]!(row).entries())
          yield { ...job, id: `${purpose} ${row.seq} ${index}` }
  }
}

async function lockCursors(db: Db, realmId: number, purposes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ purpose: string; seq: number }>`
    select purpose, seq from log_cursor where realm_id = ${realmId} and purpose = any(${purposes}::text[])
    order by purpose for update skip locked`.execute(db)
  return new Map(rows.map(({ purpose, seq }) => [purpose, seq]))
}

/** Returns at least one row, and no more than fit into a few megabytes. */
async function readRows(db: Db, realmId: number, after: number): Promise<{ rows: LogRow[]; isMore: boolean }> {
  const { rows } = await sql<StoredLogRow & { head: number }>`
    select seq, audience, payload, (select seq from realm_log where realm_id = ${realmId}) as head from (
      select seq, audience, payload, sum(octet_length(payload)) over (order by seq) - octet_length(payload) as before
      from event_log where realm_id = ${realmId} and seq > ${after} order by seq limit ${MAX_ROWS_PER_READ}
    ) r where before < ${MAX_BYTES_PER_READ} order by seq`.execute(db)
  const last = rows.at(-1)
  return { rows: rows.map(parseLogRow), isMore: last !== undefined && last.seq < last.head }
}

const moveCursors = (db: Db, realmId: number, purposes: readonly string[], to: number) =>
  sql`
    update log_cursor set seq = ${to}
    where realm_id = ${realmId} and purpose = any(${purposes}::text[]) and seq < ${to}`.execute(db)
