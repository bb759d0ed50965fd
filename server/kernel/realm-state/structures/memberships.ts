import { getOrMake } from '../../base/get-or-make.ts'
import { IntSet } from './int-set.ts'

/** The log positions at which a person received a channel: from < seq <= to. */
interface Interval {
  from: number
  to: number
}

export interface Subscribers extends Iterable<number> {
  readonly size: number
  has(userId: number): boolean
}

const NOBODY: Subscribers = new Set()

/**
 * The subscribers of each channel, now and at any position that the log still has. Only memberships that changed within
 * the kept log need bounds, because all others cover all of it. An overlay adds its own changes to its base and has no
 * history.
 */
export class Memberships {
  readonly #base: Memberships | undefined
  readonly #subscribers = new Map<number, IntSet>()
  readonly #changed = new Map<number, Map<number, Interval[]>>()

  constructor(base?: Memberships) {
    this.#base = base
  }

  overlay(): Memberships {
    return new Memberships(this)
  }

  subscribers(channelId: number): Subscribers {
    return this.subscriberSet(channelId) ?? NOBODY
  }

  /** The same as a set with a version. Undefined if the channel never had a subscriber. */
  subscriberSet(channelId: number): IntSet | undefined {
    const own = this.#subscribers.get(channelId)
    return own || !this.#base ? own : this.#base.subscriberSet(channelId)
  }

  /** Searches all channels. Only rare changes call it, and a second index would double the memory. */
  channelsOf(userId: number): number[] {
    return [...this.#channels()].filter((channelId) => this.isSubscribed(userId, channelId))
  }

  #channels(): Set<number> {
    return new Set([...(this.#base ? this.#base.#channels() : []), ...this.#subscribers.keys()])
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.subscriberSet(channelId)?.has(userId) ?? false
  }

  /** True if the row at `seq` is for this user, no matter when it is read. */
  receivedAt(userId: number, channelId: number, seq: number): boolean {
    const intervals = this.#changed.get(channelId)?.get(userId)
    if (!intervals) return this.isSubscribed(userId, channelId)
    return intervals.some(({ from, to }) => from < seq && seq <= to)
  }

  /** Sets the stored subscribers of a channel. */
  load(channelId: number, users: IntSet): void {
    this.#subscribers.set(channelId, users)
  }

  /** Adds a membership interval that began or ended within the kept log. */
  loadInterval(userId: number, channelId: number, from: number, to: number | null): void {
    this.#intervals(userId, channelId).push({ from, to: to ?? Number.POSITIVE_INFINITY })
  }

  join(userId: number, channelId: number, seq: number): void {
    if (this.isSubscribed(userId, channelId)) return
    if (!this.#base) this.#intervals(userId, channelId).push({ from: seq, to: Number.POSITIVE_INFINITY })
    this.#ownSet(channelId).add(userId)
  }

  leave(userId: number, channelId: number, seq: number): void {
    if (!this.isSubscribed(userId, channelId)) return
    if (!this.#base) {
      const intervals = this.#intervals(userId, channelId)
      const open = intervals.find((interval) => interval.to === Number.POSITIVE_INFINITY)
      if (open) open.to = seq
      else intervals.push({ from: -1, to: seq })
    }
    this.#ownSet(channelId).delete(userId)
  }

  /** The set that this object may change. An overlay first copies the set of its base. */
  #ownSet(channelId: number): IntSet {
    return getOrMake(this.#subscribers, channelId, () => {
      const shared = this.#base?.subscriberSet(channelId)
      return shared ? new IntSet(shared, shared.size + 1) : new IntSet()
    })
  }

  /** Drops the history before this position. The log no longer has those rows. */
  forgetBefore(seq: number): void {
    for (const [channelId, byUser] of this.#changed) {
      for (const [userId, intervals] of byUser) {
        const kept = intervals.filter(({ to }) => to >= seq)
        const isWhole = kept.every(({ from, to }) => from < seq && to === Number.POSITIVE_INFINITY)
        if (isWhole) byUser.delete(userId)
        else byUser.set(userId, kept)
      }
      if (byUser.size === 0) this.#changed.delete(channelId)
    }
  }

  #intervals(userId: number, channelId: number): Interval[] {
    const byUser = getOrMake(this.#changed, channelId, () => new Map<number, Interval[]>())
    return getOrMake(byUser, userId, () => [])
  }
}
