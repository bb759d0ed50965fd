import { firstWords } from '../chats/names.ts'
import { ThreadNames } from '../chats/thread-names.ts'

/** The topic of all messages that are in no thread. */
export const REST = 'Imported from Slack'

interface Thread {
  words: string
  /** The time of its first reply. Undefined while there is none. */
  since: string | undefined
}

/** The threads of one channel and the topics that they become. A thread is known by the time of its first message. */
export class Threads {
  readonly #channelId: string
  readonly #threads = new Map<string, Thread>()
  readonly #withoutRoot = new Set<string>()
  #names: ThreadNames | undefined

  constructor(channelId: string) {
    this.#channelId = channelId
  }

  /** Every message of a thread. The first one has the words, or the oldest reply if it is gone. */
  add(thread: string, time: string, text: () => string): void {
    const known = this.#threads.get(thread)
    const since = time === thread ? undefined : time
    if (!known || since === undefined)
      this.#threads.set(thread, { words: firstWords(text()) || dated(thread), since: known?.since ?? since })
    if (!known && since !== undefined) this.#withoutRoot.add(thread)
    if (known && since !== undefined && (known.since === undefined || Number(since) < Number(known.since)))
      known.since = since
  }

  has(thread: string): boolean {
    return this.#threads.has(thread)
  }

  /** Threads of which only replies were seen so far. Their first messages may not say that they begin a thread. */
  get withoutRoot(): ReadonlySet<string> {
    return this.#withoutRoot
  }

  /** The first reply decides where a thread is: its first message may have been in the rest when it had no reply yet. */
  firstReplyOf(thread: string): string | undefined {
    return this.#threads.get(thread)?.since
  }

  topicOf(thread: string): string {
    this.#names ??= this.#named()
    return this.#names.nameOf(this.#channelId, this.#threads.get(thread)?.words ?? dated(thread), thread)
  }

  #named(): ThreadNames {
    const names = new ThreadNames([REST])
    for (const [key, { words, since }] of this.#threads)
      names.add(this.#channelId, words, { key, since: Number(since ?? Number.POSITIVE_INFINITY) })
    return names
  }
}

const dated = (time: string): string => `Thread of ${new Date(Number(time) * 1000).toISOString().slice(0, 10)}`
