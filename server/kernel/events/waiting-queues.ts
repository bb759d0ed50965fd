import type { RealmState } from '../realm-state/realm-state.ts'
import type { Poll, Queue } from './queue.ts'
import type { TailRow } from './tail-row.ts'

/** The queues of an organization that have an open poll, by their user. */
export class WaitingQueues {
  readonly #byUser = new Map<number, Queue[]>()
  readonly #allPublic = new Set<Queue>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Starts the poll of a queue that has no other waiting poll. */
  begin(queue: Queue, poll: Poll): void {
    queue.poll = poll
    const queues = this.#byUser.get(queue.userId)
    if (queues) queues.push(queue)
    else this.#byUser.set(queue.userId, [queue])
    if (queue.spec.allPublicStreams) this.#allPublic.add(queue)
    this.#size += 1
  }

  /** Ends the queue's waiting poll and returns it, if there is one. */
  end(queue: Queue): Poll | undefined {
    const { poll } = queue
    if (!poll) return undefined
    queue.poll = undefined
    queue.readyFrom = undefined
    this.#remove(queue)
    return poll
  }

  #remove(queue: Queue): void {
    const queues = this.#byUser.get(queue.userId)!
    if (queues.length === 1) this.#byUser.delete(queue.userId)
    else queues.splice(queues.indexOf(queue), 1)
    if (queue.spec.allPublicStreams) this.#allPublic.delete(queue)
    this.#size -= 1
  }

  *all(): Iterable<Queue> {
    for (const queues of this.#byUser.values()) yield* queues
  }

  /**
   * Calls `take` for each queue that a row may be for, the sender's first. Walks the audience or the waiting queues,
   * whichever is smaller.
   */
  offer(realm: RealmState, { row: { audience, payload } }: TailRow, take: (queue: Queue) => void): void {
    if (audience.to === 'nobody') return
    if (payload.message) this.#offerOf(payload.message.senderId, take)
    if (audience.to === 'users') {
      for (const id of audience.ids) this.#offerOf(id, take)
      return
    }
    const subscribers = audience.to === 'channel' ? realm.memberships.subscribers(audience.channel) : undefined
    if (!subscribers || subscribers.size > this.#byUser.size) {
      for (const queues of this.#byUser.values()) for (const queue of queues) take(queue)
      return
    }
    for (const id of subscribers) this.#offerOf(id, take)
    if (audience.to === 'channel') for (const id of audience.plus ?? []) this.#offerOf(id, take)
    if (audience.to === 'channel' && audience.isPublic) for (const queue of this.#allPublic) take(queue)
  }

  #offerOf(userId: number, take: (queue: Queue) => void): void {
    const queues = this.#byUser.get(userId)
    if (queues) for (const queue of queues) take(queue)
  }
}
