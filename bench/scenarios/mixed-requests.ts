import { Connection } from '../http/connection.ts'
import { get, type Person, post } from '../http/requests.ts'
import { bodyOf } from '../http/success.ts'
import { channelOf, type DataSet } from '../scenario.ts'

/** What clients ask besides their polls. The shares are those of quality.md, relative to presence, one ping a minute. */
const PRESENCE = 36
const KINDS = {
  presence: PRESENCE,
  fetch: 3,
  flags: 1.5,
  send: 0.5,
  // A client that starts anew is rare: once in a working day.
  register: 0.07,
  topics: 5,
  subscriptions: 2,
  profile: 8,
} as const

type Kind = keyof typeof KINDS

/**
 * The part of the sends that goes to a channel of ten. The others are direct messages. With 5,000 users, polls
 * are then 44 % of all requests.
 */
const TO_CHANNEL = 0.2
const TICK = 10
const CONNECTIONS = 50

/** Requests of many users at a steady rate, whether or not earlier ones were answered. */
export class MixedRequests {
  readonly #data: DataSet
  readonly #people: readonly Person[]
  readonly #free: Connection[]
  readonly #waiting: (() => void)[] = []
  readonly #owed = new Map<Kind, number>()
  readonly #newest: number[] = []
  #timer: NodeJS.Timeout | undefined
  #turn = 0
  answered = 0
  failure: unknown

  private constructor(data: DataSet, people: readonly Person[], connections: Connection[]) {
    this.#data = data
    this.#people = people
    this.#free = connections
  }

  static async open(port: number, data: DataSet, people: readonly Person[]): Promise<MixedRequests> {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)))
    return new MixedRequests(data, people, connections)
  }

  start(users: number): void {
    const perTick = ((users / 60) * TICK) / 1000 / PRESENCE
    this.#timer = setInterval(() => {
      for (const [kind, share] of Object.entries(KINDS) as [Kind, number][]) {
        let owed = (this.#owed.get(kind) ?? 0) + share * perTick
        for (; owed >= 1; owed -= 1) void this.#ask(kind).catch(this.#fail)
        this.#owed.set(kind, owed)
      }
    }, TICK)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  close(): void {
    this.stop()
    for (const connection of this.#free) connection.close()
  }

  readonly #fail = (error: unknown): void => {
    this.failure ??= error
  }

  async #ask(kind: Kind): Promise<void> {
    // In turn, because the server closes connections that are not used for long.
    const connection = this.#free.shift() ?? (await this.#nextFree())
    const person = this.#people[this.#turn++ % this.#people.length] as Person
    const body = await bodyOf(connection, this.#request(kind, person))
    if (kind === 'send') this.#remember((JSON.parse(body.toString()) as { id: number }).id)
    this.answered += 1
    this.#free.push(connection)
    this.#waiting.shift()?.()
  }

  async #nextFree(): Promise<Connection> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.#free.shift()!
  }

  #remember(id: number): void {
    this.#newest.push(id)
    if (this.#newest.length > 20) this.#newest.shift()
  }

  #request(kind: Kind, person: Person): string {
    const channel = channelOf(this.#data, 10).id
    switch (kind) {
      case 'presence':
        return post(person, '/users/me/presence', { status: 'active', new_user_input: true, ping_only: true })
      case 'fetch':
        return get(person, '/messages', { anchor: 'newest', num_before: 100, num_after: 0 })
      case 'flags':
        return post(person, '/messages/flags', { messages: JSON.stringify(this.#newest), op: 'add', flag: 'read' })
      case 'send':
        return this.#send(person, channel)
      case 'register':
        return post(person, '/register', { idle_queue_timeout: 60 })
      case 'topics':
        return get(person, `/users/me/${channel}/topics`)
      case 'subscriptions':
        return get(person, '/users/me/subscriptions')
      case 'profile':
        return get(person, '/users/me')
    }
  }

  #send(person: Person, channel: number): string {
    if (this.#turn % 10 < TO_CHANNEL * 10) {
      const member = this.#people[this.#turn % 10] as Person
      return post(member, '/messages', {
        type: 'channel',
        to: channel,
        topic: 'mixed',
        content: 'Hello, **everybody**',
      })
    }
    const other = this.#people[(this.#turn * 7) % this.#people.length] as Person
    return post(person, '/messages', { type: 'direct', to: `[${other.id}]`, content: 'Hello, _you_' })
  }
}
