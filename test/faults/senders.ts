import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { CHANNEL, clientOf, messagesIn, type Person } from './place.ts'
import { printTally, tallyOf } from './tally.ts'

export interface AcknowledgedSend {
  readonly id: number
  readonly content: string
}

/** People who send one message after another through every fault, and record what was acknowledged. */
export class Senders {
  readonly acknowledged: AcknowledgedSend[] = []
  /** Sends without an answer. They may or may not have happened, unless they are repeated with their key. */
  unanswered = 0
  /** Sends that got no answer, not even an error, before the senders' time-out. */
  unheard = 0
  readonly #patience: number
  readonly #running: Promise<void>[]
  #url: string
  #over = false
  #paused = false
  #sending = 0

  /** With keys, every send is repeated until it is acknowledged, so each must exist exactly once. */
  constructor(
    url: string,
    people: readonly Person[],
    options: { keys?: boolean; topic?: string; patience?: number } = {},
  ) {
    this.#url = url
    this.#patience = options.patience ?? 15_000
    this.#running = people.map((person) => this.#run(person, options.keys === true, options.topic ?? 'load'))
  }

  /** Continues at another node. */
  moveTo(url: string): void {
    this.#url = url
  }

  /** Waits until no send is on its way. */
  async pause(): Promise<void> {
    this.#paused = true
    await expect.poll(() => this.#sending).toBe(0)
  }

  resume(): void {
    this.#paused = false
  }

  /** Checks that sending resumes after a fault: another send is acknowledged within this time. */
  async expectToResume(milliseconds: number): Promise<void> {
    const before = this.acknowledged.length
    await expect
      .poll(() => this.acknowledged.length, { timeout: milliseconds, interval: 20, message: 'sends after the fault' })
      .toBeGreaterThan(before)
  }

  async stop(): Promise<void> {
    this.#over = true
    await Promise.all(this.#running)
  }

  /** The final check: everything acknowledged exists, and nothing exists twice. */
  async expectAllOnce(what: string, reader: Person): Promise<void> {
    const found = await messagesIn(this.#url, reader)
    const tally = tallyOf(
      this.acknowledged.map((one) => one.content),
      found.map((one) => one.content),
    )
    printTally(what, tally)
    expect(tally).toMatchObject({ lost: 0, doubled: 0 })
  }

  async #run(person: Person, keys: boolean, topic: string): Promise<void> {
    for (let n = 0; !this.#over; n += 1) {
      while (this.#paused && !this.#over) await sleep(10)
      const content = `load ${topic} ${person.id} ${n}`
      while (!(await this.#send(person, content, topic, keys)) && keys && !this.#over) await sleep(30)
    }
  }

  async #send(person: Person, content: string, topic: string, keys: boolean): Promise<boolean> {
    const message = { type: 'channel', to: CHANNEL, topic, content } as const
    this.#sending += 1
    try {
      const signal = AbortSignal.timeout(this.#patience)
      const options = keys ? { idempotencyKey: content, signal } : { signal }
      const { id } = await clientOf(this.#url, person).call(sendMessage, message, options)
      this.acknowledged.push({ id, content })
      return true
    } catch (error) {
      this.unanswered += 1
      if ((error as Error).name === 'TimeoutError') this.unheard += 1
      await sleep(20)
      return false
    } finally {
      this.#sending -= 1
    }
  }
}
