import { setTimeout as sleep } from 'node:timers/promises'
import { registerQueue } from '../../api/endpoints/events.ts'
import type { Event } from '../../api/events/index.ts'
import { Connection } from '../../bench/http/connection.ts'
import { get } from '../../bench/http/requests.ts'
import { ClientError } from '../../client/client-error.ts'
import { clientOf, type Person } from './place.ts'

/** A person's queue, polled through every fault. */
export class Poller {
  readonly person: Person
  readonly queueId: string
  lastEventId: number
  readonly eventIds: number[] = []
  /** Messages in order of arrival. */
  readonly messages: { readonly id: number; readonly content: string }[] = []
  lostQueue = false
  #url: string
  #running: Promise<void> | null = null
  #over = false
  #connection: Connection | null = null

  private constructor(url: string, person: Person, queueId: string, lastEventId: number) {
    this.#url = url
    this.person = person
    this.queueId = queueId
    this.lastEventId = lastEventId
  }

  static async register(url: string, person: Person, idleSeconds = 3_600): Promise<Poller> {
    const { queue_id, last_event_id } = await clientOf(url, person).call(registerQueue, {
      event_types: ['message'],
      fetch_event_types: [],
      idle_queue_timeout: idleSeconds,
    })
    return new Poller(url, person, queue_id as string, last_event_id)
  }

  moveTo(url: string): void {
    this.#url = url
    this.#connection?.close()
    this.#connection = null
  }

  /** Sends one poll. Throws if the server refuses it or the connection breaks. */
  async poll(options: { dontBlock?: boolean } = {}): Promise<number> {
    const events = await this.#ask(options.dontBlock ?? false)
    for (const event of events) {
      this.eventIds.push(event.id)
      this.lastEventId = event.id
      if (event.type === 'message' && event.message.content.startsWith('load ')) {
        this.messages.push({ id: event.message.id, content: event.message.content })
      }
    }
    return events.length
  }

  /** Uses the benchmarks' plain connection, because hundreds of pollers share this process with the test. */
  async #ask(dontBlock: boolean): Promise<Event[]> {
    if (this.#connection?.closed) this.#connection = null
    this.#connection ??= await Connection.open(Number(new URL(this.#url).port))
    const connection = this.#connection
    const { id, email, apiKey } = this.person
    const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId, dont_block: dontBlock }
    try {
      const { status, body } = await connection.send(get({ id, email, api_key: apiKey }, '/events', parameters))
      const answer = JSON.parse(body.toString())
      if (status !== 200) throw new ClientError(status, answer.code ?? null, answer.msg, answer)
      return answer.events
    } catch (error) {
      connection.close()
      if (this.#connection === connection) this.#connection = null
      throw error
    }
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#over = true
    this.#connection?.close()
    this.#connection = null
    await this.#running
    this.#over = false
  }

  /** Takes the remaining events without waiting for more. A server that is busy after its start asks for a retry. */
  async drain(): Promise<void> {
    while ((await this.#pollOrRetry()) > 0);
  }

  async #pollOrRetry(): Promise<number> {
    try {
      return await this.poll({ dontBlock: true })
    } catch (error) {
      if (!(error instanceof ClientError && error.status === 503)) throw error
      await sleep(100)
      return this.#pollOrRetry()
    }
  }

  async #run(): Promise<void> {
    while (!this.#over) {
      try {
        await this.poll()
      } catch (error) {
        if (error instanceof ClientError && error.code === 'BAD_EVENT_QUEUE_ID') {
          this.lostQueue = true
          return
        }
        await sleep(50)
      }
    }
  }
}

export const isIncreasing = (ids: readonly number[]): boolean =>
  ids.every((id, i) => i === 0 || id > (ids[i - 1] as number))
