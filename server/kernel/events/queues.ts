import { ApiError, accountDeactivated, badRequest } from '../../../api/errors.ts'
import { after } from '../base/after.ts'
import type { Clock } from '../base/clock.ts'
import { getOrMake } from '../base/get-or-make.ts'
import type { Database } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import { type EventData, firstEventId, type LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { collect } from './collect.ts'
import type { VariantTable } from './event-variants.ts'
import type { FlagReader } from './flag-reader.ts'
import { type HeartbeatDelay, Heartbeats } from './heartbeats.ts'
import { newQueueId, type Poll, Queue, type QueueRow } from './queue.ts'
import { type QueueSpec, sharedSpec } from './queue-spec.ts'
import { deleteIdle, deleteQueues, findQueue, insertQueue, listQueuesOfUser } from './queue-store.ts'
import { RealmQueues } from './realm-queues.ts'

/** Lower case only. The database would also accept capitals, and memory would treat that id as another queue. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const badQueue = (id: string) =>
  new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { data: { queue_id: id } })

function requireOwn(queue: Queue | undefined, realm: LiveRealm, queueId: string, userId: number): Queue {
  if (!queue || queue.gone || queue.userId !== userId || queue.realmId !== realm.realmId) throw badQueue(queueId)
  return queue
}

/** One more ends the queue that was idle for longest. */
const MAX_QUEUES_PER_USER = 100

/** As a last event id, it acknowledges nothing. */
export const NO_EVENT_YET = -1

export interface PollRequest {
  readonly queueId: string
  readonly userId: number
  readonly lastEventId: number
  readonly dontBlock: boolean
}

/**
 * All queues that this node has served. Others may be in the database: those of another node, or from before a crash.
 */
export class Queues {
  readonly #database: Database
  readonly #clock: Clock
  readonly #variants: VariantTable
  readonly #flagReader: FlagReader
  readonly #byRealm = new Map<number, RealmQueues>()
  readonly byId = new Map<string, Queue>()
  /**
   * Called when a poll waits here or a queue is deleted, so that other nodes end the poll they hold. Not called for a
   * poll that is answered at once: its client may reach another node before the notice does, and the notice would end
   * the newer poll.
   */
  onTaken: (queueId: string, deleted: boolean) => void = () => {}
  /** True while other nodes share the database. */
  shared: () => boolean = () => false
  readonly #heartbeats: Heartbeats
  #draining = false
  /**
   * Events sent to clients since the metrics were last read. A plain number, because it is counted once per client and
   * event.
   */
  delivered = 0
  /** Ephemeral events dropped because a queue had too many, since the metrics were last read. */
  dropped = 0

  constructor(
    database: Database,
    clock: Clock,
    variants: VariantTable,
    flagReader: FlagReader,
    heartbeat?: HeartbeatDelay,
  ) {
    this.#database = database
    this.#clock = clock
    this.#variants = variants
    this.#flagReader = flagReader
    this.#heartbeats = new Heartbeats((queue) => this.#beat(queue), heartbeat)
  }

  ofRealm(realm: LiveRealm): RealmQueues {
    return this.#queuesFrom(realm, realm.seq)
  }

  /** Drops the history before a position, after the log was trimmed. */
  forgetBefore(realmId: number, floor: number): void {
    this.#byRealm.get(realmId)?.forgetBefore(floor)
  }

  /** Delivers a row that memory has just applied. */
  deliver(realm: LiveRealm, row: LogRow): void {
    this.#queuesFrom(realm, row.seq - 1).deliver(row)
  }

  /** Delivers an event without a row to the queues of this node. */
  deliverEphemeral(realm: LiveRealm, audience: Audience, event: EventData): void {
    const queues = this.ofRealm(realm)
    const { dropped, isShortOfIds } = queues.deliverEphemeral(audience, event)
    this.dropped += dropped
    if (isShortOfIds) this.#requestRow(queues)
  }

  #requestRow(queues: RealmQueues): void {
    if (!this.#draining && queues.requestRow()) this.onShortOfIds(queues.realm)
  }

  /** Called when ephemeral events have used up most ids between two rows, so that an empty row must be appended. */
  onShortOfIds: (realm: LiveRealm) => void = () => {}

  #queuesFrom(realm: LiveRealm, seq: number): RealmQueues {
    return getOrMake(
      this.#byRealm,
      realm.realmId,
      () => new RealmQueues(realm, seq, this.#database, this.#clock, this.#variants, this.#flagReader),
    )
  }

  /** Drops the tail, because memory was reloaded and the tail misses rows. */
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
    // Remember it before it is stored, so that another registration of the same account does not treat it as idle.
    const queue = this.#remember(realm, row, spec, false)
    const others = await insertQueue(this.#database.caller(userId).db, { ...row, spec }).catch((error) => {
      this.#forget(queue)
      throw error
    })
    // Memory may already have applied a deactivation that came after the row. The queue then ends like the others.
    if (others === null || !realm.state.users.get(userId)?.isActive) {
      this.#forget(queue)
      throw accountDeactivated()
    }
    if (others >= MAX_QUEUES_PER_USER) await this.#endIdlest(userId)
    return queue
  }

  /** Ends the account's longest idle queues until it has no more than the limit. */
  async #endIdlest(userId: number): Promise<void> {
    const ids = await listQueuesOfUser(this.#database.db, userId)
    const now = this.#clock.monotonic()
    const activeAt = (id: string): number => {
      const queue = this.byId.get(id)
      return queue?.poll ? now : (queue?.lastActive ?? this.lastSeen(id) ?? (this.shared() ? now : 0))
    }
    const ordered = ids.map((id) => ({ id, at: activeAt(id) })).sort((a, b) => a.at - b.at)
    const ended = ordered.slice(0, ordered.length - MAX_QUEUES_PER_USER).map(({ id }) => id)
    await deleteQueues(this.#database.db, ended)
    for (const id of ended) {
      this.forget(id)
      this.onTaken(id, true)
    }
  }

  /** When another node last served a queue that this node does not serve, if known. */
  lastSeen: (queueId: string) => number | undefined = () => undefined

  /** Returns the caller's own queue. Unknown, expired and foreign queues get the same error. */
  async require(realm: LiveRealm, queueId: string, userId: number): Promise<Queue> {
    return this.#requireLive(await this.#find(realm, queueId, userId, NO_EVENT_YET), realm, queueId, userId)
  }

  /** The caller's own queue, unless its time is over. The upkeep ends such queues too, but only once a minute. */
  #requireLive(found: Queue | undefined, realm: LiveRealm, queueId: string, userId: number): Queue | Promise<Queue> {
    const queue = requireOwn(found, realm, queueId, userId)
    const isIdle = !queue.poll && this.#clock.monotonic() - queue.lastActive >= 1000 * queue.idleSeconds
    // While there are other nodes, a poll may wait at one of them.
    return isIdle && !this.shared() ? this.#endIdle(queue) : queue
  }

  /** Throws, unless a node that has stopped since has served the queue. */
  async #endIdle(queue: Queue): Promise<Queue> {
    const ended = await deleteIdle(this.#database.caller(queue.userId).db, [queue])
    if (!ended.has(queue.id)) return queue
    this.#forget(queue)
    throw badQueue(queue.id)
  }

  /** Synchronous if memory has the answer. An id that this node did not send may come from a node that has stopped. */
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

  /** Answers the poll or starts to wait. Synchronous if memory has everything. */
  poll(realm: LiveRealm, request: PollRequest, poll: Poll): void | Promise<void> {
    const { queueId, userId, lastEventId } = request
    return after(this.#find(realm, queueId, userId, lastEventId), (found) =>
      after(this.#requireLive(found, realm, queueId, userId), (queue) => this.#poll(realm, queue, request, poll)),
    )
  }

  #poll(realm: LiveRealm, queue: Queue, { lastEventId, dontBlock }: PollRequest, poll: Poll): void | Promise<void> {
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
    // Two polls can arrive here after the same await. The later one stays.
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

  /** The client disconnected, so the poll no longer waits. */
  abandon(queueId: string, poll: Poll): void {
    const queue = this.byId.get(queueId)
    if (queue?.poll !== poll) return
    this.#byRealm.get(queue.realmId)?.waiting.end(queue)
    queue.lastActive = this.#clock.monotonic()
  }

  /** Deletes the row first, because a poll that finds the row would restore the queue. */
  async remove(queue: Queue): Promise<void> {
    await deleteQueues(this.#database.caller(queue.userId).db, [queue.id])
    this.#forget(queue)
    this.onTaken(queue.id, true)
  }

  /** Ends a queue in memory and its open poll. The caller deletes the row. */
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

  /** Ends the open polls of an account with a heartbeat. Its clients come again and show who they are. */
  releaseUser(userId: number): void {
    for (const queues of this.#byRealm.values())
      for (const queue of [...queues.ofUser(userId)]) if (queue.poll) this.#beat(queue)
  }

  /** Another node has taken over the poll. */
  release(queueId: string): void {
    const queue = this.byId.get(queueId)
    if (queue) this.#byRealm.get(queue.realmId)?.endPoll(queue)
  }

  /**
   * Ends all waiting polls, because the process is about to stop. They get a heartbeat, because some clients lose their
   * position after an answer without events.
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
