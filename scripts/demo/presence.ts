import { setTimeout as sleep } from 'node:timers/promises'
import { updatePresence } from '../../api/endpoints/presence.ts'
import type { Client } from '../../client/client.ts'
import { type Members, signIn } from './organization.ts'
import { PEOPLE, PERSON_KEYS, type PersonKey } from './people.ts'
import type { StoryClock } from './story-clock.ts'

const MINUTES_AGO = { active: 0, idle: 9, away: 300 } as const

/** Lets everybody have been there at the time that their presence says. */
export async function showPresence(members: Members, clock: StoryClock, now: number): Promise<void> {
  for (const key of PERSON_KEYS) {
    clock.set(now - MINUTES_AGO[PEOPLE[key].seen] * 60_000)
    await members.get(key)!.client.call(updatePresence, { status: 'active', ping_only: true, new_user_input: true })
  }
}

const PING_MILLISECONDS = 50_000

/** Keeps those present who are active or idle, as their browsers would, until the server ends. */
export async function keepPresent(url: string, serving: Promise<void>, whenThere: () => void): Promise<void> {
  await untilReady(url)
  const there = PERSON_KEYS.filter((key) => key !== 'mara' && PEOPLE[key].seen !== 'away')
  const clients: { readonly key: PersonKey; readonly client: Client }[] = []
  // One after another: the server does not check so many passwords at the same time.
  for (const key of there) clients.push({ key, client: (await signIn(url, key)).client })
  const ping = ({ key, client }: (typeof clients)[number]) =>
    client.call(updatePresence, { status: statusOf(key), ping_only: true, new_user_input: false })
  // A server that stops no longer answers, and nobody needs to know.
  const pingAll = () => Promise.allSettled(clients.map(ping))
  await pingAll()
  whenThere()
  const timer = setInterval(() => void pingAll(), PING_MILLISECONDS)
  await serving.finally(() => clearInterval(timer))
}

async function untilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(200)
}

const statusOf = (key: PersonKey): 'active' | 'idle' => (PEOPLE[key].seen === 'active' ? 'active' : 'idle')
