import type { Event, EventOf } from '../../api/events/index.ts'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { deletedIds } from '../model/deleted-ids.ts'
import { flaggedMessage, reactedMessage, updatedMessage, withSubmessage } from './change-message.ts'
import { dependsOnReactions, matches, type Narrow, narrowKey, type Reader } from './narrow.ts'
import { covers, type Page, type Side, type Stretch, union, without, withPage } from './stretch.ts'

export interface MessagesOptions extends Reader {
  channelName(id: number): string | undefined
  /** After each change, with the messages and the keys of the narrows that changed. */
  onChange?(messages: ReadonlySet<number>, narrows: ReadonlySet<string>): void
}

/** A fetch that has begun. The answer may be older than events that come before it. */
export interface Fetch {
  readonly narrow: Narrow
  readonly side: Side
  readonly missed: Event[]
}

const MAX_STRETCHES = 40

/** Fetched messages, and for each narrow the stretch that is known of it, kept current by events. */
export class Messages {
  readonly #options: MessagesOptions
  readonly #messages = new Map<number, FetchedMessage>()
  /** The one that was used last is the last. */
  readonly #stretches = new Map<string, Stretch>()
  readonly #fetches = new Set<Fetch>()
  #changedMessages = new Set<number>()
  #changedNarrows = new Set<string>()

  constructor(options: MessagesOptions) {
    this.#options = options
  }

  get(id: number): FetchedMessage | undefined {
    return this.#messages.get(id)
  }

  stretch(narrow: Narrow): Stretch | undefined {
    const key = narrowKey(narrow)
    const stretch = this.#stretches.get(key)
    if (stretch) {
      this.#stretches.delete(key)
      this.#stretches.set(key, stretch)
    }
    return stretch
  }

  beginFetch(narrow: Narrow, side: Side): Fetch {
    const fetch = { narrow, side, missed: [] }
    this.#fetches.add(fetch)
    return fetch
  }

  /** The answer did not come. */
  abandonFetch(fetch: Fetch): void {
    this.#fetches.delete(fetch)
  }

  endFetch(fetch: Fetch, page: Page): void {
    this.#fetches.delete(fetch)
    for (const message of page.messages) this.#put(message)
    const key = narrowKey(fetch.narrow)
    this.#setStretch(key, withPage(this.#stretches.get(key), fetch.narrow, page, fetch.side))
    for (const event of fetch.missed) this.#reduce(event)
    this.#forgetOldStretches()
    this.#tell()
  }

  apply(event: Event): void {
    for (const { missed } of this.#fetches) missed.push(event)
    this.#reduce(event)
    this.#tell()
  }

  /** Everything that was known may have changed: the queue of events was lost. */
  expire(): void {
    for (const [key, stretch] of this.#stretches) this.#setStretch(key, { ...stretch, isStale: true })
    this.#tell()
  }

  #reduce(event: Event): void {
    if (event.type === 'message') this.#receive(event)
    else if (event.type === 'update_message') this.#update(event)
    else if (event.type === 'delete_message') this.#remove(deletedIds(event))
    else if (event.type === 'stream' && event.op === 'delete') this.#hide(new Set(event.stream_ids))
    else if (event.type === 'update_message_flags') this.#flag(event)
    else if (event.type === 'reaction') this.#react(event)
    else if (event.type === 'submessage') this.#change(event.message_id, (one) => withSubmessage(one, event))
    else if (event.type === 'subscription' && event.op === 'add')
      this.#missed(new Set(event.subscriptions.map(({ stream_id }) => stream_id)))
    else if (event.type === 'user_topic' || (event.type === 'subscription' && event.op === 'update'))
      this.#muteChanged()
  }

  #receive({ message, flags }: EventOf<'message'>): void {
    const received = { ...message, flags }
    for (const [key, stretch] of this.#stretches) {
      if (!stretch.isToNewest || stretch.ids.includes(message.id)) continue
      const isMatch = matches(received, stretch.narrow, this.#options)
      if (isMatch === false) continue
      if (isMatch) this.#put(received)
      this.#setStretch(
        key,
        isMatch ? { ...stretch, ids: union(stretch.ids, [message.id]) } : { ...stretch, isStale: true },
      )
    }
  }

  #update(event: EventOf<'update_message'>): void {
    const { new_stream_id: moved } = event
    const name = moved === undefined ? undefined : this.#options.channelName(moved)
    for (const id of event.message_ids) this.#change(id, (message) => updatedMessage(message, event, name))
    this.#change(event.message_id, (message) => updatedMessage(message, event, name))
    if (event.orig_subject !== undefined || moved !== undefined || event.content !== undefined)
      this.#sortIn(event.message_ids)
  }

  #flag(event: EventOf<'update_message_flags'>): void {
    const ids = event.all ? [...this.#messages.keys()] : event.messages
    for (const id of ids) this.#change(id, (message) => flaggedMessage(message, event.flag, event.op === 'add'))
    if (event.flag === 'starred') this.#sortIn(ids)
  }

  #react(event: EventOf<'reaction'>): void {
    this.#change(event.message_id, (one) => reactedMessage(one, event))
    this.#sortIn([event.message_id], dependsOnReactions)
  }

  /** Puts messages whose place or flags changed into the narrows that they match now. */
  #sortIn(ids: readonly number[], isConcerned: (narrow: Narrow) => boolean = () => true): void {
    for (const [key, stretch] of this.#stretches) {
      if (!isConcerned(stretch.narrow)) continue
      const gone = new Set<number>()
      const come: number[] = []
      let isStale = stretch.isStale
      for (const id of ids) {
        const message = this.#messages.get(id)
        const isMatch = message ? matches(message, stretch.narrow, this.#options) : null
        if (isMatch === false) gone.add(id)
        else if (isMatch && covers(stretch, id)) come.push(id)
        else if (isMatch === null && covers(stretch, id)) isStale = true
      }
      const next = without(stretch, gone)
      const added = come.some((id) => !next.ids.includes(id)) ? { ...next, ids: union(next.ids, come) } : next
      if (added !== stretch || isStale !== stretch.isStale) this.#setStretch(key, { ...added, isStale })
    }
  }

  /** No events told about these channels until now. */
  #missed(channelIds: ReadonlySet<unknown>): void {
    for (const [key, stretch] of this.#stretches)
      if (stretch.narrow.some(({ operator, operand }) => operator === 'channel' && channelIds.has(operand)))
        this.#setStretch(key, { ...stretch, isStale: true })
  }

  /** Narrows without what is muted may have other messages now, also ones that were never fetched. */
  #muteChanged(): void {
    for (const [key, stretch] of this.#stretches)
      if (stretch.narrow.some(({ operator }) => operator === 'in')) this.#setStretch(key, { ...stretch, isStale: true })
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids)
    for (const id of ids) if (this.#messages.delete(id)) this.#changedMessages.add(id)
    for (const [key, stretch] of this.#stretches) {
      const rest = without(stretch, gone)
      if (rest !== stretch) this.#setStretch(key, rest)
    }
  }

  /** Channels went out of sight. What was known of them is fetched anew if they come back. */
  #hide(channelIds: ReadonlySet<number>): void {
    const before = new Map(this.#stretches)
    const hidden = [...this.#messages.values()].filter(({ stream_id }) => channelIds.has(stream_id ?? -1))
    this.#remove(hidden.map(({ id }) => id))
    for (const [key, stretch] of this.#stretches)
      if (before.get(key) !== stretch) this.#setStretch(key, { ...stretch, isStale: true })
  }

  #put(message: FetchedMessage): void {
    this.#messages.set(message.id, message)
    this.#changedMessages.add(message.id)
  }

  #change(id: number, change: (message: FetchedMessage) => FetchedMessage): void {
    const message = this.#messages.get(id)
    const next = message && change(message)
    if (next && next !== message) this.#put(next)
  }

  #setStretch(key: string, stretch: Stretch): void {
    this.#stretches.set(key, stretch)
    this.#changedNarrows.add(key)
  }

  #forgetOldStretches(): void {
    const excess = this.#stretches.size - MAX_STRETCHES
    if (excess <= 0) return
    for (const key of [...this.#stretches.keys()].slice(0, excess)) this.#stretches.delete(key)
    const kept = new Set([...this.#stretches.values()].flatMap(({ ids }) => ids))
    for (const id of this.#messages.keys()) if (!kept.has(id)) this.#messages.delete(id)
  }

  #tell(): void {
    const [messages, narrows] = [this.#changedMessages, this.#changedNarrows]
    if (messages.size === 0 && narrows.size === 0) return
    this.#changedMessages = new Set()
    this.#changedNarrows = new Set()
    this.#options.onChange?.(messages, narrows)
  }
}
