import { expect, vi } from 'vitest'
import { fetchApiKey } from '../../api/endpoints/authentication.ts'
import { subscribe } from '../../api/endpoints/channels.ts'
import { getMessages } from '../../api/endpoints/messages.ts'
import { createUser } from '../../api/endpoints/users.ts'
import { type Client, createClient } from '../../client/client.ts'
import { OWNER } from './server-process.ts'

/** A person with credentials. The address of the server may change when another node takes over. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly apiKey: string
}

export const CHANNEL = 'faults'
const PASSWORD = 'copper-Violin-31-harbour'

export const clientOf = (url: string, { email, apiKey }: Person): Client => createClient({ url, email, apiKey })

export async function signIn(url: string, email: string, password: string): Promise<Person> {
  const key = await createClient({ url }).call(fetchApiKey, { username: email, password })
  return { id: key.user_id, email, apiKey: key.api_key }
}

export const signInOwner = (url: string): Promise<Person> => signIn(url, OWNER.email, OWNER.password)

/** The owner and this many others, all subscribed to one channel. */
export async function gather(url: string, others: number): Promise<Person[]> {
  const owner = await signInOwner(url)
  const people = [owner]
  for (let n = 1; n <= others; n += 1) {
    const email = `person${n}@example.com`
    await clientOf(url, owner).call(createUser, { email, password: PASSWORD, full_name: `Person ${n}` })
    people.push(await signIn(url, email, PASSWORD))
  }
  await clientOf(url, owner).call(subscribe, {
    subscriptions: [{ name: CHANNEL }],
    principals: people.map((person) => person.id),
    send_new_subscription_messages: false,
  })
  for (const person of people.slice(1))
    await vi.waitFor(async () => expect(await isWelcome(url, person)).toBe(true), { timeout: 300_000 })
  return people
}

/** A job sends the welcome, on a busy machine only after a while. It would be an event that others do not have. */
async function isWelcome(url: string, person: Person): Promise<boolean> {
  const narrow = [{ operator: 'is', operand: 'dm', negated: false }]
  const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow }
  return (await clientOf(url, person).call(getMessages, asked)).messages.length > 0
}

export interface FoundMessage {
  readonly id: number
  readonly sender_id: number
  readonly content: string
}

const PAGE = 1_000

/** All messages of the tests in the channel, oldest first, according to the API. */
export async function messagesIn(url: string, person: Person, topic?: string): Promise<FoundMessage[]> {
  const client = clientOf(url, person)
  const narrow = [{ operator: 'channel', operand: CHANNEL, negated: false }]
  if (topic !== undefined) narrow.push({ operator: 'topic', operand: topic, negated: false })
  const found: FoundMessage[] = []
  for (let anchor = 0; ; anchor = found.at(-1)?.id ?? anchor) {
    const page = await client.call(getMessages, {
      anchor: String(anchor),
      include_anchor: false,
      num_before: 0,
      num_after: PAGE,
      narrow,
      apply_markdown: false,
    })
    found.push(...page.messages)
    if (page.found_newest) return found.filter((message) => message.content.startsWith('load '))
  }
}
