import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../../api/endpoints/channels.ts'
import { isSuspended } from '../../server/kernel/base/live-process.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'

const MAX_DELAY_MILLISECONDS = 15_000
const ROUNDS = 3

const preload = new URL('preload/die-at-query.ts', import.meta.url).href
let setting: Setting
let second: ServerProcess
let armed: string

/** The first node pauses itself before the commit of a change, while it holds the lane. */
beforeAll(async () => {
  armed = join('/tmp', `parley-freeze-${process.pid}`)
  const env = {
    FAULT_WHEN: armed,
    FAULT_QUERY: '^with lane as',
    FAULT_MOMENT: 'after',
    FAULT_SIGNAL: 'SIGSTOP',
  }
  setting = await openSetting(3, { preload, env })
  const { databaseUrl, server } = setting
  second = await ServerProcess.start({ databaseUrl, secretFile: join(server.dataDir, 'secret'), env: UNSAFE })
})
afterAll(async () => {
  await rm(armed, { force: true })
  // A paused process does not end on request.
  process.kill(setting.server.pid, 'SIGCONT')
  await second.dispose()
  await setting.close()
})

test('a node paused inside a transaction: the others continue, and so does the node after it is resumed', async () => {
  const { server: first, people, databaseUrl } = setting
  const senders = new Senders(second.url, people, { keys: true, patience: MAX_DELAY_MILLISECONDS })
  for (let round = 0; round < ROUNDS; round += 1) {
    await senders.expectToResume(MAX_DELAY_MILLISECONDS)
    await writeFile(armed, '')
    const change = clientOf(first.url, people[0] as Person)
      .call(subscribe, { subscriptions: [{ name: `frozen ${round}` }] })
      .catch(() => 'refused')
    await expect.poll(() => isSuspended(first.pid)).toBe(true)
    await rm(armed)
    await senders.expectToResume(MAX_DELAY_MILLISECONDS)
    process.kill(first.pid, 'SIGCONT')
    // Its transaction was rolled back, because the database ended its session.
    expect(await change).toBe('refused')
    await clientOf(first.url, people[0] as Person).call(subscribe, { subscriptions: [{ name: `thawed ${round}` }] })
  }
  await senders.stop()
  console.log(`a paused node: ${senders.unanswered} refused, ${senders.unheard} delayed for more than 15 s`)
  expect(senders.unheard).toBe(0)
  await senders.expectAllOnce('a node frozen inside a transaction', people[0] as Person)
  await expectConsistent(databaseUrl)
})

test('a row lock held elsewhere: sends are refused in time, and resume after its release', async () => {
  const { people, databaseUrl } = setting
  const holder = new pg.Client(databaseUrl)
  await holder.connect()
  const senders = new Senders(second.url, people, { keys: true, patience: MAX_DELAY_MILLISECONDS, topic: 'locked' })
  await senders.expectToResume(MAX_DELAY_MILLISECONDS)
  await holder.query('begin')
  await holder.query('select from realm_log for update')
  await sleep(20_000)
  await holder.query('rollback')
  await holder.end()
  await senders.expectToResume(MAX_DELAY_MILLISECONDS)
  await senders.stop()
  console.log(`a row lock held elsewhere: ${senders.unanswered} refused, ${senders.unheard} delayed for more than 15 s`)
  expect(senders.unanswered).toBeGreaterThan(0)
  expect(senders.unheard).toBe(0)
  await senders.expectAllOnce('a row lock held elsewhere', people[0] as Person)
  await expectConsistent(databaseUrl)
})
