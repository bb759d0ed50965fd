import { type Calls, CHANNELS, type ChannelKind, isInGroup, type Operation, PEOPLE, TOPICS, wordOf } from './history.ts'

export interface Message {
  readonly id: number
  readonly sender: number
  /** Null for a direct message. */
  readonly channel: number | null
  readonly topic: string
  /** The people of a direct message, sorted. Empty for a channel message. */
  readonly people: readonly number[]
  /** The people whom its text mentions by name. */
  readonly mentioned: readonly number[]
  readonly words: readonly string[]
}

/** The flags of a person's copy of a message. */
export type Flag =
  | 'read'
  | 'starred'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'historical'

/**
 * The contract taken literally: everyone who receives a message gets their own copy with flags. It shares no code and
 * no design with the server, which stores none of these copies.
 */
export class Model {
  readonly messages: Message[] = []
  /** Person → message id → flags of that person's copy. */
  readonly copies: Map<number, Set<Flag>>[] = Array.from({ length: PEOPLE }, () => new Map())
  readonly active: boolean[] = Array<boolean>(PEOPLE).fill(true)
  /** Channel → people with an active subscription, even if their account is deactivated. */
  readonly subscribers: Set<number>[] = CHANNELS.map(() => new Set())

  /** True if the operation is possible now. Others are left out of the history. */
  allows(operation: Operation): boolean {
    switch (operation.do) {
      case 'send':
        return this.active[operation.by] === true && this.reads(operation.by, operation.channel)
      case 'direct':
        return [operation.by, ...operation.to].every((who) => this.active[who])
      case 'subscribe':
        return this.active[operation.who] === true && !this.isSubscribed(operation.who, operation.channel)
      case 'unsubscribe':
        return this.active[operation.who] === true && this.isSubscribed(operation.who, operation.channel)
      case 'deactivate':
        return this.active[operation.who] === true
      case 'reactivate':
        return this.active[operation.who] === false
      case 'flag':
        return this.active[operation.who] === true && this.flaggable(operation).length > 0
    }
  }

  /** `id` is the id that the server gave to the message that this operation sends. */
  apply(operation: Operation, id: number): void {
    switch (operation.do) {
      case 'send':
        this.#send(operation, id)
        break
      case 'direct':
        this.#sendDirect(operation, id)
        break
      case 'subscribe':
        this.subscribers[operation.channel]?.add(operation.who)
        break
      case 'unsubscribe':
        this.#unsubscribe(operation.who, operation.channel)
        break
      case 'flag':
        this.#flag(operation)
        break
      default:
        this.active[operation.who] = operation.do === 'reactivate'
    }
  }

  /** Messages that the operation may change: all accessible ones, received or not. A star also needs only a copy. */
  flaggable({ who, flag, messages }: Extract<Operation, { do: 'flag' }>): Message[] {
    const chosen = new Set(messages.map((index) => this.messages[index % Math.max(1, this.messages.length)]))
    const mayFlag = (message: Message) =>
      this.mayAccess(who, message) || (flag === 'starred' && this.copies[who]?.has(message.id) === true)
    return [...chosen].filter((message) => message !== undefined).filter(mayFlag)
  }

  isSubscribed(who: number, channel: number): boolean {
    return this.subscribers[channel]?.has(who) === true
  }

  /** True if the person may read the channel, apart from older messages. */
  reads(who: number, channel: number): boolean {
    return !kind(channel).inviteOnly || this.isSubscribed(who, channel)
  }

  mayAccess(who: number, message: Message): boolean {
    if (message.channel === null) return message.people.includes(who)
    if (!this.reads(who, message.channel)) return false
    return kind(message.channel).historyPublic || this.copies[who]?.has(message.id) === true
  }

  #send(operation: Extract<Operation, { do: 'send' }>, id: number): void {
    const { by, channel } = operation
    const topic = this.#spelling(channel, TOPICS[operation.topic] as string)
    this.messages.push({ id, sender: by, channel, topic, people: [], ...textOf(operation) })
    for (const who of this.subscribers[channel] ?? []) {
      if (!this.active[who]) continue
      const flags = calledBy(operation, who)
      if (operation.calls.topic && this.#tookPart(who, channel, topic)) flags.add('topic_wildcard_mentioned')
      this.copies[who]?.set(id, flags)
    }
  }

  #sendDirect(operation: Extract<Operation, { do: 'direct' }>, id: number): void {
    const people = [...new Set([operation.by, ...operation.to])].toSorted((a, b) => a - b)
    this.messages.push({ id, sender: operation.by, channel: null, topic: '', people, ...textOf(operation) })
    for (const who of people) this.copies[who]?.set(id, calledBy(operation, who))
  }

  #unsubscribe(who: number, channel: number): void {
    this.subscribers[channel]?.delete(who)
    for (const message of this.messages) {
      if (message.channel === channel) this.copies[who]?.get(message.id)?.add('read')
    }
  }

  #flag(operation: Extract<Operation, { do: 'flag' }>): void {
    const { who, flag, op } = operation
    const unreads = flag === 'read' && op === 'remove'
    // Starring or marking unread a message that was not received creates a copy. Other operations change nothing.
    const makesCopy = unreads || (flag === 'starred' && op === 'add')
    for (const message of this.flaggable(operation)) {
      if (unreads && message.channel !== null && !this.isSubscribed(who, message.channel)) continue
      const copy = this.copies[who]?.get(message.id) ?? new Set<Flag>(['read', 'historical'])
      if (makesCopy) this.copies[who]?.set(message.id, copy)
      if (op === 'add') copy.add(flag)
      else copy.delete(flag)
    }
  }

  #tookPart(who: number, channel: number, topic: string): boolean {
    return this.messages.some((one) => one.channel === channel && one.topic === topic && one.sender === who)
  }

  /** Topics are equal regardless of case. The first spelling stays. */
  #spelling(channel: number, topic: string): string {
    const same = (message: Message) =>
      message.channel === channel && message.topic.toLowerCase() === topic.toLowerCase()
    return this.messages.find(same)?.topic ?? topic
  }
}

/** The flags of a new copy, without those of a topic mention. */
function calledBy(
  { by, readBySender, calls }: { readonly by: number; readonly readBySender: boolean; readonly calls: Calls },
  who: number,
): Set<Flag> {
  const flags = new Set<Flag>()
  if (who === by && readBySender) flags.add('read')
  if (calls.people.includes(who) || (calls.group && isInGroup(who))) flags.add('mentioned')
  if (calls.everybody) flags.add('stream_wildcard_mentioned')
  return flags
}

const textOf = (operation: { readonly by: number; readonly calls: Calls }) => ({
  mentioned: operation.calls.people,
  words: ['hello', wordOf(operation)],
})

export const kind = (channel: number): ChannelKind => CHANNELS[channel] as ChannelKind
