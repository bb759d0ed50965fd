import { type Calls, CHANNELS, type ChannelKind, isInGroup, type Operation, PEOPLE, TOPICS } from './history.ts'

export interface Message {
  readonly id: number
  readonly sender: number
  /** Null for a direct message. */
  channel: number | null
  topic: string
  /** The people of a direct message, sorted. Empty for a channel message. */
  readonly people: readonly number[]
  calls: Calls
  /** The people whom the text mentions by name. Deactivated people are only named. */
  mentioned: readonly number[]
}

/** The flags of a person's copy of a message. */
export type Flag =
  | 'read'
  | 'starred'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word'
  | 'historical'

/** The flags that follow from the text. */
const CALLS: readonly Flag[] = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'has_alert_word']

type OperationOf<Word extends Operation['do']> = Extract<Operation, { do: Word }>

/**
 * The contract taken literally: everyone who receives a message gets their own copy with flags. It shares no code and
 * no design with the server, which stores none of these copies.
 */
export class Model {
  messages: Message[] = []
  /** The ids of all messages, deleted ones too. */
  readonly everSent: number[] = []
  /** Person → message id → flags of that person's copy. */
  readonly copies: Map<number, Set<Flag>>[] = Array.from({ length: PEOPLE }, () => new Map())
  readonly active: boolean[] = Array<boolean>(PEOPLE).fill(true)
  /** Channel → people with an active subscription, even if their account is deactivated. */
  readonly subscribers: Set<number>[] = CHANNELS.map(() => new Set())
  /** Person → people whom they have muted. */
  readonly muted: Set<number>[] = Array.from({ length: PEOPLE }, () => new Set())
  readonly alerted = new Set<number>()

  /** Edits and deletions are done by the sender of the message. */
  withAuthor(operation: Operation): Operation {
    if (operation.do !== 'edit' && operation.do !== 'delete') return operation
    return { ...operation, by: this.#at(operation.message)?.sender ?? operation.by }
  }

  /** The ids of the messages that the operation names. */
  targetsOf(operation: Operation): number[] {
    if (operation.do === 'flag') return this.flaggable(operation).map((message) => message.id)
    return 'message' in operation ? [this.#at(operation.message)!.id] : []
  }

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
      case 'move':
        return this.#mayMove(operation)
      case 'edit':
        return this.#mayChange(operation) && operation.calls.people.every((who) => this.active[who])
      case 'delete':
        return this.#mayChange(operation)
      case 'mute':
      case 'unmute':
        return this.#mayMute(operation)
      case 'alert':
        return this.active[operation.who] === true && this.alerted.has(operation.who) !== operation.isOn
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
      case 'move':
        this.#move(operation)
        break
      case 'edit':
        this.#edit(operation)
        break
      case 'delete':
        this.#delete(operation)
        break
      case 'mute':
        this.#mute(operation)
        break
      case 'unmute':
        this.muted[operation.who]?.delete(operation.whom)
        break
      case 'alert':
        if (operation.isOn) this.alerted.add(operation.who)
        else this.alerted.delete(operation.who)
        break
      default:
        this.active[operation.who] = operation.do === 'reactivate'
    }
  }

  /** Messages that the operation may change: all accessible ones, received or not. A star also needs only a copy. */
  flaggable({ who, flag, messages }: OperationOf<'flag'>): Message[] {
    const chosen = new Set(messages.map((index) => this.#at(index)))
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

  #at(index: number): Message | undefined {
    return this.messages[index % Math.max(1, this.messages.length)]
  }

  #mayChange({ by, message: index }: { readonly by: number; readonly message: number }): boolean {
    const message = this.#at(index)
    return message !== undefined && this.active[by] === true && this.mayAccess(by, message)
  }

  #mayMute({ do: word, who, whom }: OperationOf<'mute' | 'unmute'>): boolean {
    const isMuted = this.muted[who]?.has(whom) === true
    return this.active[who] === true && who !== whom && isMuted === (word === 'unmute')
  }

  #mayMove(operation: OperationOf<'move'>): boolean {
    const message = this.#at(operation.message)
    if (!message || message.channel === null || !this.#mayChange(operation)) return false
    const { channel, topic } = this.#destination(operation, message)
    if (channel !== message.channel) return this.reads(operation.by, channel)
    if (topic === message.topic) return false
    // Of a part of a topic, the case alone cannot be changed.
    const whole = this.#inTopic(message.channel, message.topic).length
    return !isSame(topic, message.topic) || this.#moving(operation, message).length === whole
  }

  #destination({ channel, topic }: OperationOf<'move'>, message: Message): { channel: number; topic: string } {
    const name = topic === null ? message.topic : (TOPICS[topic] as string)
    return { channel: channel ?? message.channel!, topic: name }
  }

  #inTopic(channel: number, topic: string): Message[] {
    return this.messages.filter((one) => one.channel === channel && isSame(one.topic, topic))
  }

  /** What the mover may read of the topic, as far as the mode reaches. */
  #moving({ by, mode }: OperationOf<'move'>, message: Message): Message[] {
    if (mode === 'change_one') return [message]
    return this.#inTopic(message.channel!, message.topic).filter(
      (one) => (mode === 'change_all' || one.id >= message.id) && this.mayAccess(by, one),
    )
  }

  #move(operation: OperationOf<'move'>): void {
    const message = this.#at(operation.message)!
    const { channel, topic } = this.#destination(operation, message)
    const moved = this.#moving(operation, message)
    const isSamePlace = channel === message.channel && isSame(topic, message.topic)
    const name = isSamePlace ? topic : this.#spelling(channel, topic)
    if (channel !== message.channel) for (const one of moved) this.#handOver(one, channel)
    for (const one of moved) Object.assign(one, { channel, topic: name })
  }

  /** Who is not in the new channel loses the message. Where history is protected, everybody in it has received it. */
  #handOver(message: Message, channel: number): void {
    for (const [who, copies] of this.copies.entries()) {
      if (!this.isSubscribed(who, channel) || !this.active[who]) copies.delete(message.id)
      else if (!kind(channel).historyPublic && copies.get(message.id)?.has('historical') !== false) {
        const copy = copies.get(message.id) ?? new Set<Flag>()
        copy.delete('historical')
        copy.add('read')
        if (message.calls.everybody) copy.add('stream_wildcard_mentioned')
        copies.set(message.id, copy)
      }
    }
  }

  #edit({ message: index, calls }: OperationOf<'edit'>): void {
    const message = this.#at(index)!
    message.calls = calls
    message.mentioned = this.#mentionedBy(calls)
    for (const [who, copies] of this.copies.entries()) {
      const copy = copies.get(message.id)
      if (!copy || copy.has('historical')) continue
      for (const flag of CALLS) copy.delete(flag)
      for (const flag of this.#calledBy(message, who)) copy.add(flag)
    }
  }

  #delete({ message: index }: OperationOf<'delete'>): void {
    const { id } = this.#at(index)!
    this.messages = this.messages.filter((message) => message.id !== id)
    for (const copies of this.copies) copies.delete(id)
  }

  #mute({ who, whom }: OperationOf<'mute' | 'unmute'>): void {
    this.muted[who]?.add(whom)
    for (const { id, sender } of this.messages) if (sender === whom) this.copies[who]?.get(id)?.add('read')
  }

  #send(operation: OperationOf<'send'>, id: number): void {
    const { by, channel, calls } = operation
    const topic = this.#spelling(channel, TOPICS[operation.topic] as string)
    const receivers = [...(this.subscribers[channel] ?? [])].filter((who) => this.active[who])
    const mentioned = this.#mentionedBy(calls)
    this.#deliver({ id, sender: by, channel, topic, people: [], calls, mentioned }, receivers, operation.readBySender)
  }

  #sendDirect(operation: OperationOf<'direct'>, id: number): void {
    const people = [...new Set([operation.by, ...operation.to])].toSorted((a, b) => a - b)
    const { by, calls, readBySender } = operation
    const mentioned = this.#mentionedBy(calls)
    this.#deliver({ id, sender: by, channel: null, topic: '', people, calls, mentioned }, people, readBySender)
  }

  #deliver(message: Message, receivers: readonly number[], readBySender: boolean): void {
    this.messages.push(message)
    this.everSent.push(message.id)
    for (const who of receivers) {
      const copy = this.#calledBy(message, who)
      const isRead = (who === message.sender && readBySender) || this.muted[who]?.has(message.sender)
      if (isRead) copy.add('read')
      this.copies[who]?.set(message.id, copy)
    }
  }

  #mentionedBy({ people }: Calls): number[] {
    return people.filter((who) => this.active[who])
  }

  /** What the text calls a person who has received the message. */
  #calledBy({ sender, channel, topic, calls }: Message, who: number): Set<Flag> {
    const flags = new Set<Flag>()
    if (calls.people.includes(who) || (calls.group && isInGroup(who) && this.active[who])) flags.add('mentioned')
    if (calls.everybody) flags.add('stream_wildcard_mentioned')
    const tookPart =
      who === sender || (channel !== null && this.#inTopic(channel, topic).some((one) => one.sender === who))
    if (calls.topic && channel !== null && tookPart) flags.add('topic_wildcard_mentioned')
    if (calls.word && this.alerted.has(who)) flags.add('has_alert_word')
    return flags
  }

  #unsubscribe(who: number, channel: number): void {
    this.subscribers[channel]?.delete(who)
    for (const message of this.messages) {
      if (message.channel === channel) this.copies[who]?.get(message.id)?.add('read')
    }
  }

  #flag(operation: OperationOf<'flag'>): void {
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

  /** Topics are equal regardless of case. The first spelling stays. */
  #spelling(channel: number, topic: string): string {
    return this.#inTopic(channel, topic)[0]?.topic ?? topic
  }
}

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

export const kind = (channel: number): ChannelKind => CHANNELS[channel] as ChannelKind
