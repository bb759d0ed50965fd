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

  /** Its poll begins to wait; it has no other. */
  begin(queue: Queue, poll: Poll): void {
    queue.poll = poll
    const queues = this.#byUser.get(queue.userId)
    if (queues) queues.push(queue)
    else this.#byUser.set(queue.userId, [queue])
    if (queue.spec.allPublicStreams) this.#allPublic.add(queue)
    this.#size += 1
  }

  /** Its poll, if it had one that waited. */
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
    queues.splice(queues.indexOf(queue), 1)
    if (queues.length === 0) this.#byUser.delete(queue.userId)
    this.#allPublic.delete(queue)
    this.#size -= 1
  }

  ofUser(userId: number): readonly Queue[] {
    return this.#byUser.get(userId) ?? NONE
  }

  *all(): Iterable<Queue> {
    for (const queues of this.#byUser.values()) yield* queues
  }

  /** Queues a row may be for, the sender's own first. Walks the audience or the waiting, whichever is smaller. */
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
