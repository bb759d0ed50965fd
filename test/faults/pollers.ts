import { setTimeout as sleep } from 'node:timers/promises'
import { getEvents, registerQueue } from '../../api/endpoints/events.ts'
import { ClientError } from '../../client/client-error.ts'
import { clientOf, type Person } from './place.ts'

/** Somebody's queue, polled through every fault. */
export class Poller {
  readonly person: Person
  readonly queueId: string
  lastEventId: number
  readonly eventIds: number[] = []
  /** Messages in the order in which they arrived. */
  readonly messages: { readonly id: number; readonly content: string }[] = []
  lostQueue = false
  #url: string
  #running: Promise<void> | null = null
  #over = new AbortController()

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
  }

  /** One poll. Throws what the server refuses; a connection that breaks is what the tests are about. */
  async poll(options: { dontBlock?: boolean } = {}): Promise<number> {
    const { events } = await clientOf(this.#url, this.person).call(
      getEvents,
      { queue_id: this.queueId, last_event_id: this.lastEventId, dont_block: options.dontBlock ?? false },
      { signal: this.#over.signal },
    )
    for (const event of events) {
      this.eventIds.push(event.id)
      this.lastEventId = event.id
      if (event.type === 'message' && event.message.content.startsWith('load ')) {
        this.messages.push({ id: event.message.id, content: event.message.content })
      }
    }
    return events.length
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#running
    this.#over = new AbortController()
  }

  /** Takes what is left, without waiting for more. */
  async drain(): Promise<void> {
    while ((await this.poll({ dontBlock: true })) > 0);
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
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
