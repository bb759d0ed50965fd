import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../db/database.ts'

/**
 * The number of seconds during which at least one node has run on this database. Changes of the wall clock and downtime
 * do not count. Each node proposes its last known value plus its own monotonic time since then, and the database keeps
 * the maximum, so several nodes do not make the time run faster.
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
    // The fraction of a second is carried over to the next call.
    this.#knownAt += elapsed * 1000
    return this.#known
  }
}
