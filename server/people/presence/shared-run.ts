/** Runs work one at a time. Callers that come while it runs share the next run, so each run sees all that was asked before it. */
export class SharedRun {
  readonly #work: () => Promise<void>
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  run(): Promise<void> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  async #after(running: Promise<void> | undefined): Promise<void> {
    // Also without a run before it, so that calls of the same moment share one.
    await running?.catch(() => {})
    this.#next = undefined
    this.#running = this.#work()
    await this.#running
  }
}
