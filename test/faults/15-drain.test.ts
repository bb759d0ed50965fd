import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import { expectConsistent } from './check.ts'
import type { Person } from './place.ts'
import { Poller } from './pollers.ts'
import { promptly, rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { openSetting, type Setting } from './setting.ts'

const WITHIN = 10_000

const openPolls = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^parley_open_polls (\d+)$/m.exec(metrics)?.[1])
}

interface WaitingPoll {
  readonly answer: Promise<{ events: number } | { error: unknown }>
}

const isBusy = (error: unknown): boolean => error instanceof ClientError && error.status === 503

/**
 * A poll that waits at the head of the log. A message whose sender had given up may come late, and a server that has
 * just started may ask for a retry: then it polls again.
 */
async function waitingPoll(url: string, poller: Poller): Promise<WaitingPoll> {
  let early: { events: number } | { error: unknown } | undefined
  const answer = poller.poll().then(
    (events) => (early = { events }),
    (error: unknown) => (early = { error }),
  )
  await expect.poll(async () => early !== undefined || (await openPolls(url)) === 1).toBe(true)
  if (early === undefined) return { answer }
  if ('error' in early && !isBusy(early.error)) throw early.error
  return waitingPoll(url, poller)
}

let setting: Setting
beforeEach(async () => {
  setting = await openSetting(3)
})
afterEach(() => setting.close())

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load: it ends in time with code 0, waiting polls are answered, and nothing is lost',
  async (signal) => {
    const { server, people, databaseUrl } = setting
    const senders = new Senders(server.url, people)
    for (let round = 0; round < rounds(1, 5); round += 1) {
      await sleep(500)
      // A poll at the head of the log has no events, so only the end of the server can answer it.
      await senders.pause()
      const poller = await Poller.register(server.url, people[0] as Person)
      // A poll that arrives after the signal is correctly refused.
      const waiting = await waitingPoll(server.url, poller)
      senders.resume()
      await promptly(WITHIN, async () => expect(await server.stop(signal)).toBe(0))
      expect(await waiting.answer).toHaveProperty('events')
      await server.start()
      await poller.drain()
    }
    await sleep(300)
    await senders.stop()
    await senders.expectAllOnce(`${signal} under load`, people[0] as Person)
    await expectConsistent(databaseUrl)
  },
)
