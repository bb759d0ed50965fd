import type pg from 'pg'
import { DatabaseSilent } from './busy.ts'

/** How finely the limits are measured. */
const LOOKS_PER_LIMIT = 16
const SHORTEST_MILLISECONDS = 10

type Connected = Pick<pg.Client, 'connection' | 'once' | 'on'>

interface Watched {
  readonly looks: number
  isBusy: boolean
  /** Looks since the statement was sent. */
  seen: number
}

/**
 * Gives up connections on which the database has not answered in time. One timer serves all of them, because a timer for
 * each statement would cost every send. It counts its own looks instead of time: a process that was stopped for a minute
 * finds the answers that came meanwhile, and does not take them for silence.
 */
export class SilenceWatch {
  readonly #watched = new Map<Connected, Watched>()
  readonly #pause: number
  readonly #timer: NodeJS.Timeout
  readonly #onSilence: () => void

  constructor(shortestLimit: number, onSilence: () => void) {
    this.#pause = Math.max(shortestLimit / LOOKS_PER_LIMIT, SHORTEST_MILLISECONDS)
    this.#onSilence = onSilence
    this.#timer = setInterval(() => this.#look(), this.#pause).unref()
  }

  /** From now on. Returns what has to be called when a statement is sent. */
  add(client: Connected, limit: number): () => void {
    const watched: Watched = { looks: Math.ceil(limit / this.#pause), isBusy: false, seen: 0 }
    this.#watched.set(client, watched)
    client.on('drain', () => {
      watched.isBusy = false
    })
    client.once('end', () => this.#watched.delete(client))
    return () => {
      watched.isBusy = true
      watched.seen = 0
    }
  }

  /** A statement is under way. */
  isBusy(client: Connected): boolean {
    return this.#watched.get(client)?.isBusy === true
  }

  #look(): void {
    let isSilent = false
    for (const [client, watched] of this.#watched) {
      if (!watched.isBusy) continue
      watched.seen += 1
      // One more, because the first look may come right after the statement.
      if (watched.seen <= watched.looks) continue
      this.giveUp(client)
      isSilent = true
    }
    if (isSilent) this.suspect()
  }

  /**
   * The database was silent on one connection: the others may be as dead, and each would cost its next user the whole
   * limit. Those that wait for an answer have their own time.
   */
  suspect(): void {
    for (const [client, { isBusy }] of this.#watched) if (!isBusy) this.giveUp(client)
    this.#onSilence()
  }

  /** Ends a connection without a word to the other side, which would have to answer. */
  giveUp(client: Connected): void {
    this.#watched.delete(client)
    client.connection.stream.destroy(new DatabaseSilent())
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
