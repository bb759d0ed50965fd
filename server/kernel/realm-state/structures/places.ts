export interface KnownTopic {
  readonly id: number
  /** It is kept as the sender wrote it, with its case. */
  readonly name: string
}

/** Facts about the destination of a send that memory did not have. */
export interface PlaceFacts {
  readonly heads: Iterable<readonly [convId: number, lastHseq: number]>
  readonly topics: Iterable<readonly [channelId: number, key: string, topic: KnownTopic]>
}

const MAX_KNOWN_PLACES = 50_000

/**
 * The last position of each conversation and the topics by key, for places that people have sent to. Like the rest of
 * memory, it is exactly at its position of the log. An overlay starts empty and reads what it needs, because
 * transactions that send are rare.
 */
export class Places {
  readonly #heads = new Map<number, number>()
  readonly #topics = new Map<number, Map<string, KnownTopic>>()
  #topicCount = 0

  head(convId: number): number | undefined {
    return this.#heads.get(convId)
  }

  topic(channelId: number, key: string): KnownTopic | undefined {
    return this.#topics.get(channelId)?.get(key)
  }

  learn({ heads, topics }: PlaceFacts): void {
    if (this.#heads.size > MAX_KNOWN_PLACES) this.#heads.clear()
    if (this.#topicCount > MAX_KNOWN_PLACES) this.#forgetAllTopics()
    for (const [convId, lastHseq] of heads) this.#heads.set(convId, lastHseq)
    for (const [channelId, key, topic] of topics) this.#learnTopic(channelId, key, topic)
  }

  #learnTopic(channelId: number, key: string, topic: KnownTopic): void {
    const known = this.#topics.get(channelId)
    if (known) known.set(key, topic)
    else this.#topics.set(channelId, new Map([[key, topic]]))
    this.#topicCount += 1
  }

  /** Counts a new message in the conversation. */
  advance(convId: number): void {
    const head = this.#heads.get(convId)
    if (head !== undefined) this.#heads.set(convId, head + 1)
  }

  forgetTopics(channelId: number): void {
    this.#topicCount -= this.#topics.get(channelId)?.size ?? 0
    this.#topics.delete(channelId)
  }

  #forgetAllTopics(): void {
    this.#topics.clear()
    this.#topicCount = 0
  }

  forget(): void {
    this.#heads.clear()
    this.#forgetAllTopics()
  }
}
