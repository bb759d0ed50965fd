import type { LogRow } from '../log/log-row.ts'
import type { VariantTable } from './event-variants.ts'
import { type FlagReader, noFlags } from './flag-reader.ts'
import { TailRow } from './tail-row.ts'

const MAX_TAIL_ROWS = 3_000
const MAX_TAIL_WEIGHT = 8 * 1024 * 1024
/** Few queues read older rows. Their texts are written again when needed. */
const KEPT_WRITTEN = 500
/** With thousands of queues, the flags of a row take hundreds of kilobytes. Clients that wait receive them at once. */
const KEPT_FLAGS = 16

/** The newest rows of an organization's log in memory. Older ones are read from the database when a queue needs them. */
export class Tail {
  readonly #variants: VariantTable
  readonly flagReader: FlagReader
  /** The newest rows with flags of people. */
  readonly #flagged: TailRow[] = []
  #rows: TailRow[] = []
  #weight = 0
  /** Everything up to here is only in the database. */
  #base: number

  constructor(seq: number, variants: VariantTable = new Map(), flagReader: FlagReader = noFlags) {
    this.#base = seq
    this.#variants = variants
    this.flagReader = flagReader
  }

  /** Drops all rows and starts at this position. */
  restart(seq: number): void {
    this.#rows = []
    this.#weight = 0
    this.#base = seq
  }

  get base(): number {
    return this.#base
  }

  /** The position of the newest row, or the base if there is none. */
  get end(): number {
    return this.#base + this.#rows.length
  }

  get newest(): TailRow | undefined {
    return this.#rows.at(-1)
  }

  /** The row at this position, if it is in memory. */
  at(seq: number): TailRow | undefined {
    return this.#rows[seq - this.#base - 1]
  }

  /** Keeps the flags of people with queues until there are newer ones. */
  learnFlags(row: TailRow, flags: ReadonlyMap<number, string>): void {
    row.learnFlags(flags)
    this.#flagged.push(row)
    if (this.#flagged.length > KEPT_FLAGS) this.#flagged.shift()!.forgetFlags()
  }

  /** A row with the texts of its events. */
  rowOf(row: LogRow): TailRow {
    return new TailRow(row, this.#variants)
  }

  append(row: LogRow): TailRow {
    if (row.seq !== this.end + 1) throw new Error(`row ${row.seq} does not follow row ${this.end}`)
    const tailRow = this.rowOf(row)
    this.#rows.push(tailRow)
    this.#weight += tailRow.weight
    this.#rows[this.#rows.length - KEPT_WRITTEN]?.forgetText()
    if (this.#rows.length > MAX_TAIL_ROWS || this.#weight > MAX_TAIL_WEIGHT) this.#shrink()
    return tailRow
  }

  /** Rows after `seq`, which must not be before the base. */
  *after(seq: number): Iterable<TailRow> {
    for (let index = seq - this.#base; index < this.#rows.length; index += 1) yield this.#rows[index]!
  }

  /**
   * Drops a quarter at a time, so that the cost per row stays constant. Never drops the newest row, which waiting polls
   * are about to receive.
   */
  #shrink(): void {
    const dropped = this.#rows.splice(0, Math.floor(this.#rows.length / 4))
    this.#base += dropped.length
    for (const row of dropped) this.#weight -= row.weight
  }
}
