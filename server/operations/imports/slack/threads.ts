import { firstWords } from '../chats/names.ts'
import { ThreadNames } from '../chats/thread-names.ts'

/** The topic of all messages that are in no thread. */
export const REST = 'Imported from Slack'

interface Thread {
  words: string
  /** The time of its first reply. */
  since: number
}

/** The threads of one channel and the topics that they become. A thread is known by the time of its first message. */
export class Threads {
  readonly #channelId: string
  readonly #threads = new Map<string, Thread>()
  #names: ThreadNames | undefined

  constructor(channelId: string) {
    this.#channelId = channelId
  }

  /** Every message of a thread, the oldest first. The first one has the words, or the oldest reply if it is gone. */
  add(thread: string, time: string, text: () => string): void {
    const known = this.#threads.get(thread)
    const replied = time === thread ? Number.POSITIVE_INFINITY : Number(time)
    if (!known) this.#threads.set(thread, { words: firstWords(text()) || dated(thread), since: replied })
    else known.since = Math.min(known.since, replied)
  }

  topicOf(thread: string): string {
    this.#names ??= this.#named()
    return this.#names.nameOf(this.#channelId, this.#threads.get(thread)?.words ?? dated(thread), thread)
  }

  #named(): ThreadNames {
    const names = new ThreadNames([REST])
    for (const [key, { words, since }] of this.#threads) names.add(this.#channelId, words, { key, since })
    return names
  }
}

const dated = (time: string): string => `Thread of ${new Date(Number(time) * 1000).toISOString().slice(0, 10)}`
