import { getOrMake } from '../../base/get-or-make.ts'
import { IntSet } from './int-set.ts'

/** An interval of receiving, in positions of the log: from < seq <= to. */
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
 * Who receives which channel: now, and at any position that the log still holds. Only memberships that changed within
 * the kept log need their bounds; all others held for the whole of it. An overlay shows its base with changes of its
 * own; it knows only the present.
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

  /** The same as a set that says when it has changed; undefined where there was never anybody. */
  subscriberSet(channelId: number): IntSet | undefined {
    const own = this.#subscribers.get(channelId)
    return own || !this.#base ? own : this.#base.subscriberSet(channelId)
  }

  /** Searched, not kept: only rare changes ask, and a second index would double the memory. */
  channelsOf(userId: number): number[] {
    return [...this.#channels()].filter((channelId) => this.isSubscribed(userId, channelId))
  }

  #channels(): Set<number> {
    return new Set([...(this.#base ? this.#base.#channels() : []), ...this.#subscribers.keys()])
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.subscriberSet(channelId)?.has(userId) ?? false
  }

  /** Was the row at `seq` for this user, whenever it is read? */
  receivedAt(userId: number, channelId: number, seq: number): boolean {
    const intervals = this.#changed.get(channelId)?.get(userId)
    if (!intervals) return this.isSubscribed(userId, channelId)
    return intervals.some(({ from, to }) => from < seq && seq <= to)
  }

  /** The subscribers of a channel as stored. */
  load(channelId: number, users: IntSet): void {
    this.#subscribers.set(channelId, users)
  }

  /** A membership interval that began or ended within the kept log. */
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

  /** The set that this object may change: an overlay copies that of its base first. */
  #ownSet(channelId: number): IntSet {
    return getOrMake(this.#subscribers, channelId, () => {
      const shared = this.#base?.subscriberSet(channelId)
      return shared ? new IntSet(shared, shared.size + 1) : new IntSet()
    })
  }

  /** Nobody asks for rows before this position any more. */
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
