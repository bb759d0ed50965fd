import { addAlertWords, removeAlertWords } from '../../api/endpoints/alert-words.ts'
import { subscribe } from '../../api/endpoints/channels.ts'
import { addRealmDomain, deleteRealmDomain, patchRealmDomain } from '../../api/endpoints/domains.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { addLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from '../../api/endpoints/linkifiers.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addCodePlayground, removeCodePlayground } from '../../api/endpoints/playgrounds.ts'
import { addReaction, removeReaction } from '../../api/endpoints/reactions.ts'
import { createUser } from '../../api/endpoints/users.ts'
import type { Client } from '../../client/client.ts'
import { CHANNEL, clientOf, type Person } from './place.ts'
import { personalChanges } from './storm-of-personal-things.ts'

/** A change in an organization. `n` makes it different every time. */
type Change = (by: Client, n: number, people: readonly Person[]) => Promise<unknown>

const say = (by: Client, n: number) =>
  by.call(sendMessage, { type: 'channel', to: CHANNEL, topic: `topic ${n % 7}`, content: `storm ${n}` })

/** All kinds of events that a request can cause. */
const changes: readonly Change[] = [
  say,
  async (by, n) => {
    await by.call(addAlertWords, { alert_words: ['storm', `word ${n % 50}`] })
    if (n % 2 === 0) await by.call(removeAlertWords, { alert_words: ['storm'] })
  },
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
  ...personalChanges,
]

const url_template = 'https://example.com/{id}'
const linkifier = (n: number, letter: string) => ({ pattern: `${letter}${n}-(?P<id>[0-9]+)`, url_template })

/** Every kind of event that only an owner can cause. */
const ownerChanges: readonly ((owner: Client, n: number) => Promise<unknown>)[] = [
  async (owner, n) => {
    const { id: first } = await owner.call(addLinkifier, linkifier(n, 'a'))
    const { id: second } = await owner.call(addLinkifier, linkifier(n, 'b'))
    await owner.call(reorderLinkifiers, { ordered_linkifier_ids: [second, first] })
    await owner.call(updateLinkifier, { filter_id: first, ...linkifier(n, 'c') })
    await owner.call(removeLinkifier, { filter_id: first })
    await owner.call(removeLinkifier, { filter_id: second })
  },
  async (owner, n) => {
    const domain = `storm${n}.example.com`
    await owner.call(addRealmDomain, { domain, allow_subdomains: false })
    await owner.call(patchRealmDomain, { domain, allow_subdomains: true })
    if (n % 4 === 0) await owner.call(deleteRealmDomain, { domain })
  },
  async (owner, n) => {
    const runner = { name: `Runner ${n}`, pygments_language: 'Python', url_template: 'https://example.com/{code}' }
    const { id } = await owner.call(addCodePlayground, runner)
    if (n % 2 === 0) await owner.call(removeCodePlayground, { playground_id: id })
  },
]

/** Everybody does everything, one thing after the other, until told to stop. */
export class Storm {
  count = 0
  readonly #running: Promise<void>[]
  #over = false

  constructor(url: string, people: readonly Person[]) {
    const owner = clientOf(url, people[0] as Person)
    this.#running = [
      ...people.map((person, i) => this.#run(clientOf(url, person), i, people)),
      this.#newcomers(owner),
      this.#administer(owner),
    ]
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

  async #administer(owner: Client): Promise<void> {
    for (let n = 0; !this.#over; n += 1) {
      await ownerChanges[n % ownerChanges.length]?.(owner, n)
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
