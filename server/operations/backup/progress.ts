const EVERY_MILLISECONDS = 2_000

/** Prints what has been done so far on standard error, every two seconds. */
export class Progress {
  readonly #verb: string
  #printedAt = performance.now()
  files = 0
  tables = 0
  bytes = 0

  constructor(verb: string) {
    this.#verb = verb
  }

  /** Called for each piece of data. */
  step(bytes: number): void {
    this.bytes += bytes
    const now = performance.now()
    if (now - this.#printedAt < EVERY_MILLISECONDS) return
    this.#printedAt = now
    process.stderr.write(`${this.#verb}: ${this.summary()}\n`)
  }

  summary(): string {
    const size = `${(this.bytes / 1_048_576).toFixed(1)} MiB`
    return `${counted(this.files, 'file')}, ${counted(this.tables, 'table')}, ${size}`
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
