import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from '../base/logger.ts'
import { refuse } from '../base/startup-refusal.ts'
import type { Database, Db } from '../db/database.ts'
import type { Queues } from '../events/queues.ts'
import { type Audience, partsOf } from '../log/audience.ts'
import { isDatabaseAway, isSilence, mayComeAgain } from '../log/database-failure.ts'
import { type EventData, LOG_VERSION } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import type { Realms } from '../realm-state/realms.ts'
import { LIVE_SECONDS } from './live-seconds.ts'
import { type Notice, Notices } from './notices.ts'

const HEARTBEAT_MILLISECONDS = 2_000
/** A longer wait counts as no answer. */
const ANSWER_MILLISECONDS = 5_000
/** How often memory reads the head of the log when it may be behind. */
const FALLBACK_MILLISECONDS = 500
/** How often a node looks for organizations whose notice was lost. */
const NEW_REALMS_MILLISECONDS = 5_000
/** How long a new node waits before it writes, so that the others notice it. */
const INTRODUCTION_MILLISECONDS = 250

/** The identity of this process among the nodes. */
export interface Self {
  readonly id: string
  readonly url: string
  /** Seconds. */
  readonly startedAt: number
  /** The killed node that this one replaces. It could not announce its end. */
  readonly predecessor: string | null
}

/** The processes that share this database: servers, and the operator's commands while they run. */
export class Nodes {
  readonly #self: Self
  readonly #database: Database
  readonly #realms: Realms
  readonly #queues: Queues
  readonly #logger: Logger
  readonly #notices: Notices
  #others = 0
  #timers: NodeJS.Timeout[] = []
  #leaving = false
  #isAsking = false
  /** The start time of this process in seconds, or a little later. It grows with every start. */
  generation = 0
  /** The result of the last heartbeat. */
  databaseAnswers = true

  constructor(
    self: Self,
    database: Database,
    connection: pg.ClientConfig,
    realms: Realms,
    queues: Queues,
    logger: Logger,
  ) {
    this.#self = self
    this.#database = database
    this.#realms = realms
    this.#queues = queues
    this.#logger = logger
    this.#notices = new Notices(
      { ...connection, connectionTimeoutMillis: database.limits.upkeep.connect },
      self.id,
      logger,
      (client) => database.watch(client),
      (notice) => void this.#heard(notice).catch((err) => this.#report(err, 'a notice of another node')),
    )
    realms.shared = () => this.#others > 0
    queues.shared = () => this.#others > 0
    queues.onTaken = (queue, deleted) => {
      if (this.#others > 0) this.#notices.send({ say: deleted ? 'deleted' : 'polled', queue })
    }
  }

  async join(): Promise<void> {
    const { id, url, startedAt, predecessor } = this.#self
    const { db } = this.#database
    if (predecessor) await db.deleteFrom('node').where('id', '=', predecessor).execute()
    await this.#requireSameRelease()
    this.generation = await insertNode(db, id, url, startedAt)
    await this.#notices.open()
    this.#notices.send({ say: 'joined' })
    await this.#look()
    if (this.#others > 0) await new Promise((resolve) => setTimeout(resolve, INTRODUCTION_MILLISECONDS))
    // One at a time: several reads that wait for a hanging database would use up the connections.
    this.#every(HEARTBEAT_MILLISECONDS, () => (this.#isAsking ? undefined : this.#look()))
    this.#every(FALLBACK_MILLISECONDS, () => this.#followAll())
    this.#every(NEW_REALMS_MILLISECONDS, () => (this.databaseAnswers ? this.#realms.refreshHosts() : undefined))
  }

  /** Refuses to join a node with another log format. Rows that one node misreads would corrupt the memory of both. */
  async #requireSameRelease(): Promise<void> {
    const { rows } = await sql<{ url: string }>`
      select url from node where log_version <> ${LOG_VERSION}
        and seen_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS})`.execute(this.#database.db)
    if (rows[0]) throw refuse.otherRelease(rows[0].url)
  }

  async leave(): Promise<void> {
    this.#leaving = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#database.db
      .deleteFrom('node')
      .where('id', '=', this.#self.id)
      .execute()
      .catch(() => {})
    await this.#notices.close()
  }

  /** Informs the other nodes of rows that this node has committed. */
  committed(realm: LiveRealm): void {
    if (this.#others > 0) this.#notices.send({ say: 'log', realm: realm.realmId, seq: realm.seq })
  }

  /** Sends an event without a row to the queues of the other nodes. */
  sendEphemeral(realm: number, audience: Audience, event: EventData): void {
    if (this.#others === 0) return
    for (const part of partsOf(audience)) this.#notices.send({ say: 'event', realm, audience: part, event })
  }

  realmsChanged(): void {
    this.#notices.send({ say: 'realms' })
  }

  #every(milliseconds: number, work: () => Promise<void> | undefined): void {
    const timer = setInterval(() => void work()?.catch((err) => this.#report(err, 'node upkeep')), milliseconds)
    timer.unref()
    this.#timers.push(timer)
  }

  /** The heartbeat already logs once that the database is away. */
  #report(err: unknown, about: string): void {
    if (this.#leaving || mayComeAgain(err)) this.#logger.debug({ err }, about)
    else this.#logger.warn({ err }, about)
  }

  async #look(): Promise<void> {
    const before = this.#others
    this.#others = await this.#askForOthers()
    if (before === 0) await this.#followAll()
  }

  async #askForOthers(): Promise<number> {
    this.#isAsking = true
    try {
      const others = await this.#signOfLife()
      if (!this.databaseAnswers) this.#logger.info('The database answers again.')
      this.databaseAnswers = true
      return others
    } catch (error) {
      // Other connections may be dead too, and each would cost a request the whole time limit.
      if (isSilence(error)) this.#database.suspectSilence()
      if (isDatabaseAway(error)) this.#databaseIsAway((error as Error).message)
      throw error
    } finally {
      this.#isAsking = false
    }
  }

  #databaseIsAway(why: string): void {
    if (this.databaseAnswers && !this.#leaving) {
      this.#logger.warn(`The database does not answer (${why}): requests that need it are refused until it does.`)
    }
    this.databaseAnswers = false
  }

  /** Stores a heartbeat, counts the other nodes and deletes dead ones. */
  async #signOfLife(): Promise<number> {
    const { id, url, startedAt } = this.#self
    const { sql: text, parameters } = sql`
      with me as (update node set seen_at = clock_timestamp() where id = ${id} returning id),
        returned as (
          insert into node (id, url, started_at, log_version)
          select ${id}, ${url}, ${startedAt}, ${LOG_VERSION} where not exists (select from me)),
        dead as (delete from node where seen_at < clock_timestamp() - interval '1 day')
      select count(*)::int as others from node
      where id <> ${id} and seen_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS})`.compile(
      this.#database.db,
    )
    const question = { text, values: [...parameters], query_timeout: ANSWER_MILLISECONDS }
    // The pool closes a connection that got no answer.
    const { rows } = await this.#database.pool.query<{ others: number }>(question)
    return rows[0]?.others ?? 0
  }

  /** Brings every organization to the head that another process may have written to. */
  async #followAll(): Promise<void> {
    for (const loading of this.#realms.allAskedFor()) {
      const realm = await loading
      if (this.#others > 0 || realm.isUncertain) await realm.bringToHead()
    }
  }

  async #heard(notice: Notice): Promise<void> {
    if (notice.say === 'joined') return this.#look()
    if (notice.say === 'realms') return this.#realms.refreshHosts()
    if (notice.say === 'deleted') return this.#queues.forget(notice.queue)
    if (notice.say === 'polled') return this.#queues.release(notice.queue)
    if (!this.#realms.wasAskedFor(notice.realm)) return
    const realm = await this.#realms.live(notice.realm)
    if (notice.say === 'event') return this.#queues.deliverEphemeral(realm, notice.audience, notice.event)
    if (realm.seq < notice.seq) await realm.catchUp()
  }
}

/** The sequence keeps the last start, even of nodes that have left. Two starts in one second get different numbers. */
async function insertNode(db: Db, id: string, url: string, startedAt: number): Promise<number> {
  const sequence = sql`pg_get_serial_sequence('node', 'generation')`
  const { rows } = await sql<{ generation: number }>`
    insert into node (id, url, started_at, log_version, generation) overriding system value
    values (${id}, ${url}, ${startedAt}, ${LOG_VERSION}, greatest(${startedAt}::bigint, nextval(${sequence})))
    returning generation, setval(${sequence}, generation)`.execute(db)
  return rows[0]!.generation
}
