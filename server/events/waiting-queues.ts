import type { RealmState } from '../realm-state/realm-state.ts'
import type { Poll, Queue } from './queue.ts'
import type { TailRow } from './tail-row.ts'

/**
 * The queues of an organization on this node, by their user; those with an open poll wait. A queue stays here from its
 * first to its last moment: to pass by the few that do not wait costs less than to put each in and out with every poll.
 */
export class WaitingQueues {
  readonly #byUser = new Map<number, Queue[]>()
  readonly #allPublic = new Set<Queue>()
  #waiting = 0

  /** How many wait. */
  get size(): number {
    return this.#waiting
  }

  add(queue: Queue): void {
    const queues = this.#byUser.get(queue.userId)
    if (queues?.includes(queue)) return
    if (queues) queues.push(queue)
    else this.#byUser.set(queue.userId, [queue])
    if (queue.spec.allPublicStreams) this.#allPublic.add(queue)
  }

  remove(queue: Queue): void {
    const queues = this.#byUser.get(queue.userId)
    const index = queues?.indexOf(queue) ?? -1
    if (!queues || index < 0) return
    queues.splice(index, 1)
    if (queues.length === 0) this.#byUser.delete(queue.userId)
    this.#allPublic.delete(queue)
  }

  begin(queue: Queue, poll: Poll): void {
    queue.poll = poll
    this.#waiting += 1
  }

  /** Its poll, if it had one that waited. */
  end(queue: Queue): Poll | undefined {
    const { poll } = queue
    if (poll) this.#waiting -= 1
    queue.poll = undefined
    queue.readyFrom = undefined
    return poll
  }

  ofUser(userId: number): readonly Queue[] {
    return this.#byUser.get(userId) ?? NONE
  }

  *all(): Iterable<Queue> {
    for (const queues of this.#byUser.values()) yield* queues
  }

  /** Queues a row may be for, the sender's own first. Walks the audience or the queues, whichever is smaller. */
  *candidates(realm: RealmState, row: TailRow): Iterable<Queue> {
    const { audience } = row.row
    if (audience.to === 'nobody') return
    const sender = row.row.payload.message?.senderId
    if (sender !== undefined) yield* this.ofUser(sender)
    if (audience.to === 'users') {
      for (const id of audience.ids) yield* this.ofUser(id)
      return
    }
    const subscribers = audience.to === 'channel' ? realm.memberships.subscribers(audience.channel) : undefined
    if (!subscribers || subscribers.size > this.#byUser.size) {
      yield* this.all()
      return
    }
    for (const id of subscribers) yield* this.ofUser(id)
    if (audience.to === 'channel') for (const id of audience.plus ?? []) yield* this.ofUser(id)
    yield* this.#allPublic
  }
}

const NONE: readonly Queue[] = []
