import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../base/logger.ts'
import { KEEP_ALIVE } from '../db/limited-session.ts'
import type { Audience } from '../log/audience.ts'
import type { EventData } from '../log/log-row.ts'

const CHANNEL = 'parley'
const RECONNECT_MILLISECONDS = 500
/** How long the end of a process waits for its last notice. */
const LAST_NOTICE_MILLISECONDS = 1_000
/** The limit of PostgreSQL, with room for multi-byte characters. */
const LONGEST_NOTICE = 7_500
/**
 * The limit while the connection is lost. Notices above it are dropped, which only costs time or an ephemeral event.
 */
const MAX_WAITING_NOTICES = 10_000

/** A notice between nodes. The database has the authoritative data, so a lost notice costs time but never an event. */
export type Notice =
  | { readonly say: 'joined' }
  | { readonly say: 'realms' }
  | { readonly say: 'log'; readonly realm: number; readonly seq: number }
  | { readonly say: 'polled'; readonly queue: string }
  | { readonly say: 'deleted'; readonly queue: string }
  | { readonly say: 'event'; readonly realm: number; readonly audience: Audience; readonly event: EventData }

/** One connection that listens and notifies. A NOTIFY in every transaction would halve the throughput. */
export class Notices {
  readonly #connection: pg.ClientConfig
  readonly #nodeId: string
  readonly #logger: Logger
  readonly #watch: (client: pg.Client) => void
  readonly #onNotice: (notice: Notice) => void
  #client: pg.Client | undefined
  #outbox = new Map<string, string>()
  #sending: Promise<void> | null = null
  #closed = false

  constructor(
    connection: pg.ClientConfig,
    nodeId: string,
    logger: Logger,
    watch: (client: pg.Client) => void,
    onNotice: (notice: Notice) => void,
  ) {
    this.#connection = connection
    this.#nodeId = nodeId
    this.#logger = logger
    this.#watch = watch
    this.#onNotice = onNotice
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...KEEP_ALIVE, ...this.#connection })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    await client.connect()
    this.#watch(client)
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    this.#flush()
  }

  async close(): Promise<void> {
    this.#closed = true
    // A connection that ends takes a notice with it that the database has not confirmed.
    await Promise.race([this.#sending, sleep(LAST_NOTICE_MILLISECONDS, undefined, { ref: false })])
    await this.#client?.end().catch(() => {})
  }

  /** Sends a notice. It replaces an older one about the same thing that was not sent yet. */
  send(notice: Notice): void {
    const text = JSON.stringify({ from: this.#nodeId, ...notice })
    if (text.length > LONGEST_NOTICE || this.#outbox.size >= MAX_WAITING_NOTICES) return
    this.#outbox.set(notice.say === 'log' ? `log ${notice.realm}` : text, text)
    this.#flush()
  }

  #flush(): void {
    if (this.#sending || !this.#client || this.#outbox.size === 0) return
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = null
      this.#flush()
    })
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#outbox.size > 0 && this.#client) {
        const payloads = [...this.#outbox.values()]
        this.#outbox = new Map()
        await this.#client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
          CHANNEL,
          payloads,
        ])
      }
    } catch (error) {
      this.#logger.debug({ err: error }, 'could not send notices to other nodes')
    }
  }

  /** Any user of the database can send notices, so the payload is not trusted. */
  #heard(payload: string): void {
    try {
      const notice = JSON.parse(payload) as Notice & { from: string }
      if (notice.from !== this.#nodeId) this.#onNotice(notice)
    } catch (error) {
      this.#logger.debug({ err: error }, 'received an invalid notice')
    }
  }

  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    const retry = () => {
      if (this.#closed) return
      this.open().catch(() => setTimeout(retry, RECONNECT_MILLISECONDS).unref())
    }
    setTimeout(retry, RECONNECT_MILLISECONDS).unref()
  }
}
