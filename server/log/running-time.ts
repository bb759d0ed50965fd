import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'

/**
 * For how many seconds some node has run on this database: an age that neither a clock that is set nor a server that was
 * down adds to. Each node proposes what it last knew and what its own monotonic clock has counted since; the largest
 * counts, so that several nodes together do not make time pass faster.
 */
export class RunningTime {
  readonly #clock: Clock
  #known = 0
  #knownAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async advance(db: Db): Promise<number> {
    const now = this.#clock.monotonic()
    this.#knownAt ??= now
    const elapsed = Math.floor((now - this.#knownAt) / 1000)
    const { rows } = await sql<{ seconds: number }>`
      insert into running_time (seconds) values (${this.#known + elapsed})
      on conflict (id) do update set seconds = greatest(running_time.seconds, excluded.seconds)
      returning seconds`.execute(db)
    this.#known = rows[0]!.seconds
    // What is left of a second counts the next time.
    this.#knownAt += elapsed * 1000
    return this.#known
  }
}
