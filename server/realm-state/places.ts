export interface KnownTopic {
  readonly id: number
  /** As it is written. */
  readonly name: string
}

/** What a send found out about its place because memory did not know it. */
export interface Learned {
  readonly heads: Iterable<readonly [convId: number, lastHseq: number]>
  readonly topics: Iterable<readonly [channelId: number, key: string, topic: KnownTopic]>
}

const MOST_KNOWN = 50_000

const topicName = (channelId: number, key: string): string => `${channelId} ${key}`

/**
 * Where messages go: the last position of a conversation, and a topic by its key. Known of the places that somebody
 * has sent to; like all of memory, exactly at its position of the log.
 */
export class Places {
  readonly #heads = new Map<number, number>()
  readonly #topics = new Map<string, KnownTopic>()

  head(convId: number): number | undefined {
    return this.#heads.get(convId)
  }

  topic(channelId: number, key: string): KnownTopic | undefined {
    return this.#topics.get(topicName(channelId, key))
  }

  learn({ heads, topics }: Learned): void {
    if (this.#heads.size > MOST_KNOWN) this.#heads.clear()
    if (this.#topics.size > MOST_KNOWN) this.#topics.clear()
    for (const [convId, lastHseq] of heads) this.#heads.set(convId, lastHseq)
    for (const [channelId, key, topic] of topics) this.#topics.set(topicName(channelId, key), topic)
  }

  /** A message took the next position. */
  advance(convId: number): void {
    const head = this.#heads.get(convId)
    if (head !== undefined) this.#heads.set(convId, head + 1)
  }

  forget(): void {
    this.#heads.clear()
    this.#topics.clear()
  }
}
