import { ApiError, accountDeactivated, badRequest } from '../../api/errors.ts'
import { after } from '../base/after.ts'
import type { Clock } from '../base/clock.ts'
import { getOrMake } from '../base/get-or-make.ts'
import type { Database } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import { type EventData, firstEventId, type LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { collect } from './collect.ts'
import type { VariantTable } from './event-variants.ts'
import { type HeartbeatDelay, Heartbeats } from './heartbeats.ts'
import { newQueueId, type Poll, Queue, type QueueRow } from './queue.ts'
import { type QueueSpec, sharedSpec } from './queue-spec.ts'
import { deleteQueues, findQueue, insertQueue, listQueuesOfUser } from './queue-store.ts'
import { RealmQueues } from './realm-queues.ts'

/** As we write them: the database would also know one in capitals, and memory would take it for another queue. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const badQueue = (id: string) =>
  new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { data: { queue_id: id } })

function requireOwn(queue: Queue | undefined, realm: LiveRealm, queueId: string, userId: number): Queue {
  if (!queue || queue.gone || queue.userId !== userId || queue.realmId !== realm.realmId) throw badQueue(queueId)
  return queue
}

/** One more ends the one that was idle for longest. */
const MOST_QUEUES_PER_USER = 100

/** As a last event id: acknowledges nothing. */
export const NO_EVENT_YET = -1

export interface PollRequest {
  readonly queueId: string
  readonly userId: number
  readonly lastEventId: number
  readonly dontBlock: boolean
}

/** All queues this node has seen. A queue that is not here may be in the database: another node's, or from before a crash. */
export class Queues {
  readonly #database: Database
  readonly #clock: Clock
  readonly #variants: VariantTable
  readonly #byRealm = new Map<number, RealmQueues>()
  readonly byId = new Map<string, Queue>()
  /**
   * Told when a poll waits here or a queue is deleted, so that other nodes end the poll they hold. Not of a poll that is
   * answered at once: its client may be back at another node before the notice, which would end the newer one.
   */
  onTaken: (queueId: string, deleted: boolean) => void = () => {}
  /** Set while other nodes share the database. */
  shared: () => boolean = () => false
  readonly #heartbeats: Heartbeats
  #draining = false
  /** Events handed to clients since the last look: a plain number, because it is counted once per client and event. */
  delivered = 0
  /** Ephemeral events that were dropped because a queue had too many, since the last look. */
  dropped = 0

  constructor(database: Database, clock: Clock, variants: VariantTable, heartbeat?: HeartbeatDelay) {
    this.#database = database
    this.#clock = clock
    this.#variants = variants
    this.#heartbeats = new Heartbeats((queue) => this.#beat(queue), heartbeat)
  }

  ofRealm(realm: LiveRealm): RealmQueues {
    return this.#queuesFrom(realm, realm.seq)
  }

  /** Where the log has forgotten what lies before a position. */
  forgetBefore(realmId: number, floor: number): void {
    this.#byRealm.get(realmId)?.forgetBefore(floor)
  }

  /** A row that memory has just taken in. */
  deliver(realm: LiveRealm, row: LogRow): void {
    this.#queuesFrom(realm, row.seq - 1).deliver(row)
  }

  /** An event without a row, for the queues of this node. */
  deliverEphemeral(realm: LiveRealm, audience: Audience, event: EventData): void {
    const queues = this.ofRealm(realm)
    const { dropped, isShortOfIds } = queues.deliverEphemeral(audience, event)
    this.dropped += dropped
    if (isShortOfIds) this.#requestRow(queues)
  }

  #requestRow(queues: RealmQueues): void {
    if (!this.#draining && queues.requestRow()) this.onShortOfIds(queues.realm)
  }

  /** Events without a row use up the ids between two rows: a row for nobody has to be appended. */
  onShortOfIds: (realm: LiveRealm) => void = () => {}

  #queuesFrom(realm: LiveRealm, seq: number): RealmQueues {
    return getOrMake(
      this.#byRealm,
      realm.realmId,
      () => new RealmQueues(realm, seq, this.#database, this.#clock, this.#variants),
    )
  }

  /** What memory has taken in since is not among its rows. */
  restart(realm: LiveRealm): void {
    this.#byRealm.get(realm.realmId)?.restart()
  }

  async register(
    realm: LiveRealm,
    userId: number,
    position: number,
    spec: QueueSpec,
    idleSeconds: number,
  ): Promise<Queue> {
    const row = {
      id: newQueueId(),
      realm_id: realm.realmId,
      user_id: userId,
      registered_seq: position,
      acked: firstEventId(position),
      touched: 0,
      idle_seconds: idleSeconds,
    }
    // Before it is stored: another registration of the same account must not take it for one that is long idle.
    const queue = this.#remember(realm, row, spec, false)
    const others = await insertQueue(this.#database.caller(userId).db, { ...row, spec }).catch((error) => {
      this.#forget(queue)
      throw error
    })
    // Memory may have heard of a deactivation that the row came before: then the queue ends with the others.
    if (others === null || !realm.state.users.get(userId)?.isActive) {
      this.#forget(queue)
      throw accountDeactivated()
    }
    if (others >= MOST_QUEUES_PER_USER) await this.#endIdlest(userId)
    return queue
  }

  /** Ends those of an account's queues that were idle for longest, until there are no more than it may have. */
  async #endIdlest(userId: number): Promise<void> {
    const ids = await listQueuesOfUser(this.#database.db, userId)
    const now = this.#clock.monotonic()
    const activeAt = (id: string): number => {
      const queue = this.byId.get(id)
      return queue?.poll ? now : (queue?.lastActive ?? this.lastSeen(id) ?? (this.shared() ? now : 0))
    }
    const ordered = ids.map((id) => ({ id, at: activeAt(id) })).sort((a, b) => a.at - b.at)
    const ended = ordered.slice(0, ordered.length - MOST_QUEUES_PER_USER).map(({ id }) => id)
    await deleteQueues(this.#database.db, ended)
    for (const id of ended) {
      this.forget(id)
      this.onTaken(id, true)
    }
  }

  /** When another node last served a queue that this one does not, if this one knows. */
  lastSeen: (queueId: string) => number | undefined = () => undefined

  /** The caller's own queue, or the same answer for unknown, expired and somebody else's. */
  async require(realm: LiveRealm, queueId: string, userId: number): Promise<Queue> {
    return requireOwn(await this.#find(realm, queueId, userId, NO_EVENT_YET), realm, queueId, userId)
  }

  /** At once where memory is all there is to ask. An id that was not sent here may have been by a node that is gone. */
  #find(
    realm: LiveRealm,
    queueId: string,
    userId: number,
    lastEventId: number,
  ): Queue | undefined | Promise<Queue | undefined> {
    const known = this.byId.get(queueId)
    if (known && !this.shared() && lastEventId <= known.newestId(realm.seq, false)) return known
    return UUID.test(queueId) ? this.#findStored(realm, queueId, userId, known) : undefined
  }

  async #findStored(
    realm: LiveRealm,
    queueId: string,
    userId: number,
    known: Queue | undefined,
  ): Promise<Queue | undefined> {
    const stored = await findQueue(this.#database.caller(userId).db, queueId)
    if (!stored) {
      if (known) this.#forget(known)
      return undefined
    }
    if (stored.realm_id !== realm.realmId) return undefined
    const current = this.byId.get(queueId)
    if (!current) return this.#remember(realm, stored, stored.spec, true)
    if (stored.acked > current.acked) current.confirm(stored.acked)
    if (stored.touched !== current.version) current.isServedElsewhere = true
    return current
  }

  #remember(realm: LiveRealm, row: QueueRow, spec: QueueSpec, isServedElsewhere: boolean): Queue {
    const queue = new Queue(realm.realmId, row, sharedSpec(spec), this.#clock.monotonic(), isServedElsewhere)
    this.byId.set(queue.id, queue)
    this.ofRealm(realm).add(queue)
    return queue
  }

  /** Answers, or lets it wait. At once where memory has all that is asked for. */
  poll(realm: LiveRealm, request: PollRequest, poll: Poll): void | Promise<void> {
    return after(this.#find(realm, request.queueId, request.userId, request.lastEventId), (queue) =>
      this.#poll(realm, queue, request, poll),
    )
  }

  #poll(
    realm: LiveRealm,
    found: Queue | undefined,
    { queueId, userId, lastEventId, dontBlock }: PollRequest,
    poll: Poll,
  ): void | Promise<void> {
    const queue = requireOwn(found, realm, queueId, userId)
    const queues = this.ofRealm(realm)
    this.#acknowledge(realm, queue, lastEventId)
    queues.endPoll(queue)
    return collect(this.#database, realm.state, queues.tail, queue, (events) => {
      if (queue.gone) throw badQueue(queue.id)
      if (!events) {
        void this.remove(queue).catch(() => {})
        throw badQueue(queue.id)
      }
      if (events.length > 0 || dontBlock) return poll.send(queue, events)
      this.#wait(queues, queue, poll)
      if (this.#draining) this.#beat(queue)
    })
  }

  #acknowledge(realm: LiveRealm, queue: Queue, lastEventId: number): void {
    queue.lastActive = this.#clock.monotonic()
    queue.dirty = true
    if (lastEventId === NO_EVENT_YET) return
    if (lastEventId < queue.acked) throw badRequest(`An event newer than ${lastEventId} has already been pruned!`)
    if (lastEventId > queue.newestId(realm.seq, this.shared()))
      throw badRequest(`Event ${lastEventId} was not in this queue`)
    queue.confirm(lastEventId)
  }

  #wait(queues: RealmQueues, queue: Queue, poll: Poll): void {
    // Two polls can get here after the same await: the later one stays.
    queues.endPoll(queue)
    poll.since = this.#heartbeats.now
    queues.waiting.begin(queue, poll)
    this.#heartbeats.expect(queue)
    poll.wait(queue)
    this.onTaken(queue.id, false)
  }

  #beat(queue: Queue): void {
    const queues = this.#byRealm.get(queue.realmId)
    if (!queues || queue.readyFrom !== undefined) return
    const { seq } = queues.realm
    const id = queue.nextEphemeralId(seq)
    queue.recordSent(id ?? null, seq)
    queues.endPoll(queue, id === undefined ? [] : [`{"id":${id},"type":"heartbeat"}`])
    if (queue.isShortOfIds(seq)) this.#requestRow(queues)
  }

  /** The client went away: nobody waits any more. */
  abandon(queueId: string, poll: Poll): void {
    const queue = this.byId.get(queueId)
    if (queue?.poll !== poll) return
    this.#byRealm.get(queue.realmId)?.waiting.end(queue)
    queue.lastActive = this.#clock.monotonic()
  }

  /** The row first: a poll that finds it would bring the queue back. */
  async remove(queue: Queue): Promise<void> {
    await deleteQueues(this.#database.caller(queue.userId).db, [queue.id])
    this.#forget(queue)
    this.onTaken(queue.id, true)
  }

  /** Ends a queue in memory and its open poll; the row is somebody else's business. */
  #forget(queue: Queue): void {
    queue.gone = true
    this.byId.delete(queue.id)
    const queues = this.#byRealm.get(queue.realmId)
    queues?.remove(queue)
    queues?.endPoll(queue)
  }

  forget(queueId: string): void {
    const queue = this.byId.get(queueId)
    if (queue) this.#forget(queue)
  }

  forgetUser(userId: number): void {
    for (const queues of this.#byRealm.values()) for (const queue of [...queues.ofUser(userId)]) this.#forget(queue)
  }

  /** Another node took over the poll. */
  release(queueId: string): void {
    const queue = this.byId.get(queueId)
    if (queue) this.#byRealm.get(queue.realmId)?.endPoll(queue)
  }

  /**
   * Lets no poll wait any longer: the process is about to end. With a heartbeat, because clients exist that lose their
   * place over an answer without events.
   */
  drain(): void {
    this.#draining = true
    for (const queues of this.#byRealm.values()) for (const queue of [...queues.waiting.all()]) this.#beat(queue)
  }

  get openPolls(): number {
    let open = 0
    for (const queues of this.#byRealm.values()) open += queues.waiting.size
    return open
  }
}
