interface Change<V> {
  readonly wanted: V
  /** What the server has now. */
  readonly before: V
  readonly show: (value: V) => void
  readonly send: (value: V) => Promise<unknown>
}

interface Run<V> {
  newest: Change<V>
  readonly done: Promise<void>
}

/**
 * Things that people may switch faster than the server answers. Each wish shows at once. Requests go one after the other,
 * and only the last wish counts. What the server refuses goes back to what it has.
 */
export class Wishes<K, V> {
  readonly #runs = new Map<K, Run<V>>()

  /** What was wanted last, while the server does not have it yet. */
  wanted(key: K): V | undefined {
    return this.#runs.get(key)?.newest.wanted
  }

  /** False if another wish came meanwhile. What the server refuses is thrown to who came first. */
  async want(key: K, change: Change<V>): Promise<boolean> {
    change.show(change.wanted)
    const running = this.#runs.get(key)
    if (running) {
      running.newest = change
      return running.done.then(
        () => running.newest === change,
        () => false,
      )
    }
    const run: Run<V> = { newest: change, done: Promise.resolve().then(() => this.#settle(key, run)) }
    this.#runs.set(key, run)
    await run.done
    return run.newest === change
  }

  async #settle(key: K, run: Run<V>): Promise<void> {
    let known = run.newest.before
    try {
      while (run.newest.wanted !== known) {
        const { wanted, send } = run.newest
        await send(wanted)
        known = wanted
      }
    } catch (error) {
      run.newest.show(known)
      throw error
    } finally {
      this.#runs.delete(key)
    }
  }
}
