import { subscribe } from '../../api/endpoints/channels.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction, removeReaction } from '../../api/endpoints/reactions.ts'
import { createUser } from '../../api/endpoints/users.ts'
import type { Client } from '../../client/client.ts'
import { CHANNEL, clientOf, type Person } from './place.ts'

/** A change in an organization. `n` makes it different every time. */
type Change = (by: Client, n: number, people: readonly Person[]) => Promise<unknown>

const say = (by: Client, n: number) =>
  by.call(sendMessage, { type: 'channel', to: CHANNEL, topic: `topic ${n % 7}`, content: `storm ${n}` })

/** All kinds of events that a request can cause. */
const changes: readonly Change[] = [
  say,
  (by, n, people) => {
    const to = JSON.stringify([people[n % people.length]?.id, people[(n + 1) % people.length]?.id])
    return by.call(sendMessage, { type: 'direct', to, content: `storm ${n}` })
  },
  async (by, n) => {
    const { id } = await say(by, n)
    await by.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await by.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
    if (n % 2 === 0) await by.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
    if (n % 3 === 0) await by.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'starred' })
  },
  async (by, n) => {
    const { id } = await say(by, n)
    const reaction = { message_id: id, emoji_name: 'tada' }
    await by.call(addReaction, reaction)
    if (n % 2 === 0) await by.call(removeReaction, reaction)
  },
  (by, n, people) =>
    by.call(subscribe, {
      subscriptions: [{ name: `storm ${n}` }],
      principals: people.filter((_, i) => (n + i) % 2 === 0).map((person) => person.id),
      invite_only: n % 3 === 0,
      send_new_subscription_messages: false,
    }),
]

/** All people make all changes, one after another, until stopped. */
export class Storm {
  count = 0
  readonly #running: Promise<void>[]
  #over = false

  constructor(url: string, people: readonly Person[]) {
    const owner = clientOf(url, people[0] as Person)
    this.#running = [...people.map((person, i) => this.#run(clientOf(url, person), i, people)), this.#newcomers(owner)]
  }

  async stop(): Promise<void> {
    this.#over = true
    await Promise.all(this.#running)
  }

  async #run(by: Client, start: number, people: readonly Person[]): Promise<void> {
    for (let n = start; !this.#over; n += 1) {
      await changes[n % changes.length]?.(by, n * 10 + start, people)
      this.count += 1
    }
  }

  async #newcomers(owner: Client): Promise<void> {
    for (let n = 0; !this.#over; n += 1) {
      const account = { email: `late${n}@example.com`, full_name: `Late ${n}`, password: 'copper-Violin-31-harbour' }
      await owner.call(createUser, account)
      this.count += 1
    }
  }
}
