import type pg from 'pg'
import { DatabaseSilent } from '../base/busy.ts'

/** The resolution of the shortest limit. */
const TICKS_PER_LIMIT = 16
const SHORTEST_MILLISECONDS = 10

type ConnectedClient = Pick<pg.Client, 'connection' | 'once' | 'on'>

interface WatchedClient {
  /** The number of ticks that a statement may take. */
  readonly limit: number
  isBusy: boolean
  /** Ticks since the statement was sent. */
  ticks: number
}

/**
 * Closes connections on which the database has not answered in time. All share one timer, because a timer per statement
 * would slow down every send. It counts ticks and not time: a process that was paused for a minute must read the
 * answers that have arrived, and not treat them as silence.
 */
export class SilenceWatch {
  readonly #watched = new Map<ConnectedClient, WatchedClient>()
  readonly #pause: number
  readonly #timer: NodeJS.Timeout
  readonly #onSilence: () => void

  constructor(shortestLimit: number, onSilence: () => void) {
    this.#pause = Math.max(shortestLimit / TICKS_PER_LIMIT, SHORTEST_MILLISECONDS)
    this.#onSilence = onSilence
    this.#timer = setInterval(() => this.#tick(), this.#pause).unref()
  }

  /** Starts watching. Call the returned function whenever a statement is sent. */
  add(client: ConnectedClient, limit: number): () => void {
    const watched: WatchedClient = { limit: Math.ceil(limit / this.#pause), isBusy: false, ticks: 0 }
    this.#watched.set(client, watched)
    client.on('drain', () => {
      watched.isBusy = false
    })
    client.once('end', () => this.#watched.delete(client))
    return () => {
      watched.isBusy = true
      watched.ticks = 0
    }
  }

  /** True if a statement is running. */
  isBusy(client: ConnectedClient): boolean {
    return this.#watched.get(client)?.isBusy === true
  }

  #tick(): void {
    let isSilent = false
    for (const [client, watched] of this.#watched) {
      if (!watched.isBusy) continue
      watched.ticks += 1
      // One more than the limit, because the first tick may come right after the statement.
      if (watched.ticks <= watched.limit) continue
      this.giveUp(client)
      isSilent = true
    }
    if (isSilent) this.suspect()
  }

  /**
   * Closes idle connections. The database was silent on another one, so they may be dead too, and each would cost its
   * next user the whole limit. Connections with a running statement keep their own limit.
   */
  suspect(): void {
    for (const [client, { isBusy }] of this.#watched) if (!isBusy) this.giveUp(client)
    this.#onSilence()
  }

  /** Closes a connection without the usual termination message, which a silent database would not read. */
  giveUp(client: ConnectedClient): void {
    this.#watched.delete(client)
    client.connection.stream.destroy(new DatabaseSilent())
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
