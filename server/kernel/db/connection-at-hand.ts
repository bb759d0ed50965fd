import type pg from 'pg'

/**
 * Keeps one connection outside of the pool for the next write. The pool would return one in a later turn, with a timer
 * in case there is none, and take it back with another. For a single send that was a thirtieth of its time.
 */
export class ConnectionAtHand {
  readonly #pool: pg.Pool
  #waiting: pg.PoolClient | undefined
  #isClosed = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Returns the kept connection synchronously, or else one of the pool. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#waiting
    if (!client) return this.#pool.connect()
    this.#waiting = undefined
    return client
  }

  /** Keeps the connection, unless there is one already or others wait for the pool. */
  giveBack(client: pg.PoolClient): void {
    if (this.#isClosed || this.#waiting || this.#pool.waitingCount > 0) client.release()
    else this.#waiting = client
  }

  /** Drops a connection that was lost while unused. */
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
