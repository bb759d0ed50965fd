import type pg from 'pg'

/**
 * One connection that waits outside of the pool for whoever writes next. The pool gives one in a later turn, with a
 * timer for the case that it has none, and takes it back with another: for a lone send that was a thirtieth of its time.
 */
export class ConnectionAtHand {
  readonly #pool: pg.Pool
  #waiting: pg.PoolClient | undefined
  #isClosed = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** At once if it is here, otherwise one of the pool's. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#waiting
    if (!client) return this.#pool.connect()
    this.#waiting = undefined
    return client
  }

  /** Stays here, unless there is one already or somebody waits for the pool. */
  giveBack(client: pg.PoolClient): void {
    if (this.#isClosed || this.#waiting || this.#pool.waitingCount > 0) client.release()
    else this.#waiting = client
  }

  /** It was lost while nobody used it. */
  forget(client: pg.PoolClient): void {
    if (client !== this.#waiting) return
    this.#waiting = undefined
    client.release(true)
  }

  close(): void {
    this.#isClosed = true
    this.#waiting?.release()
    this.#waiting = undefined
  }
}
