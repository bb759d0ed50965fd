import { ApiError, accountDeactivated, badRequest } from '../../api/errors.ts'
import { after } from '../after.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { getOrMake } from '../get-or-make.ts'
import { firstEventId, IDS_PER_ROW, type LogRow } from '../log/log-row.ts'
import type { LiveRealm } from '../realm-state/live-realm.ts'
import { collect } from './collect.ts'
import { type HeartbeatDelay, Heartbeats } from './heartbeats.ts'
import { newQueueId, type Poll, Queue, type QueueRow } from './queue.ts'
import { type QueueSpec, sharedSpec } from './queue-spec.ts'
import { deleteQueues, findQueue, insertQueue } from './queue-store.ts'
import { RealmQueues } from './realm-queues.ts'

/** As we write them: the database would also know one in capitals, and memory would take it for another queue. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const badQueue = (id: string) =>
  new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { data: { queue_id: id } })

function requireOwn(queue: Queue | undefined, realm: LiveRealm, queueId: string, userId: number): Queue {
  if (!queue || queue.gone || queue.userId !== userId || queue.realmId !== realm.realmId) throw badQueue(queueId)
  return queue
}

/** As a last event id: acknowledges nothing. */
export const NOTHING_YET = -1

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

  constructor(database: Database, clock: Clock, heartbeat?: HeartbeatDelay) {
    this.#database = database
    this.#clock = clock
    this.#heartbeats = new Heartbeats((queue) => this.#beat(queue), heartbeat)
  }

  ofRealm(realm: LiveRealm): RealmQueues {
    return this.#queuesFrom(realm, realm.seq)
  }

  /** Where the log has forgotten what lies before a position. */
  forgetBefore(realmId: number, floor: number): void {
    this.#byRealm.get(realmId)?.forgetBefore(floor)
  }

  /** Rows that memory has just taken in. */
  deliver(realm: LiveRealm, rows: readonly LogRow[]): void {
    this.#queuesFrom(realm, rows[0]!.seq - 1).deliver(rows)
  }

  #queuesFrom(realm: LiveRealm, seq: number): RealmQueues {
    return getOrMake(this.#byRealm, realm.realmId, () => new RealmQueues(realm, seq, this.#database, this.#clock))
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
    const isStored = await insertQueue(this.#database.caller(userId).db, { ...row, spec })
    // Memory may have heard of a deactivation that the row came before: both go.
    if (!isStored || !realm.state.users.get(userId)?.isActive) throw accountDeactivated()
    return this.#remember(realm, row, spec, false)
  }

  /** The caller's own queue, or the same answer for unknown, expired and somebody else's. */
  async require(realm: LiveRealm, queueId: string, userId: number): Promise<Queue> {
    return requireOwn(await this.#find(realm, queueId, userId, NOTHING_YET), realm, queueId, userId)
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
    if (lastEventId === NOTHING_YET) return
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
    const id = queue.nextEphemeralId(queues.realm.seq)
    queue.recordSent(id, queues.realm.seq)
    queues.endPoll(queue, [`{"id":${id},"type":"heartbeat"}`])
    if (id % IDS_PER_ROW > IDS_PER_ROW / 2 && !this.#draining) this.onQuiet(queues.realm)
  }

  /** An organization so quiet that heartbeats use up the ids between two rows: somebody must append one. */
  onQuiet: (realm: LiveRealm) => void = () => {}

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
    this.#byRealm.get(queue.realmId)?.endPoll(queue)
  }

  forget(queueId: string): void {
    const queue = this.byId.get(queueId)
    if (queue) this.#forget(queue)
  }

  forgetUser(userId: number): void {
    for (const queue of [...this.byId.values()]) if (queue.userId === userId) this.#forget(queue)
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
