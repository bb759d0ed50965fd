import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscribe } from '../../api/endpoints/channels.ts'
import { registerQueue } from '../../api/endpoints/events.ts'
import { getMessages } from '../../api/endpoints/messages.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { isFull } from './rounds.ts'
import { ServerProcess } from './server-process.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

const preload = new URL('preload/die-at-query.ts', import.meta.url).href
const OTHERS = 4
/** A process that starts, and jobs after its first, take long on a busy machine. */
const SLOWLY = { interval: 100 }
const TEST_TIME = 900_000

let armed: string
let setting: Setting
beforeEach(() => {
  armed = join(tmpdir(), `parley-armed-${randomUUID()}`)
})
afterEach(async () => {
  await rm(armed, { force: true })
  await setting.close()
})

const open = (fault: Record<string, string>) =>
  openSetting(OTHERS, { preload, env: { FAULT_WHEN: armed, ...fault } }).then((opened) => {
    setting = opened
    return opened
  })

/** The owner subscribes everybody to a channel that was there before. */
async function subscribeAll({ server, people, databaseUrl }: Setting): Promise<void> {
  const owner = clientOf(server.url, people[0] as Person)
  await owner.call(subscribe, { subscriptions: [{ name: 'jobs' }] })
  // The welcomes of people who have just joined are jobs, too.
  await expect.poll(() => jobsDue(databaseUrl), SLOWLY).toBe(0)
  await writeFile(armed, '')
  const principals = people.slice(1).map(({ id }) => id)
  await owner.call(subscribe, { subscriptions: [{ name: 'jobs' }], principals })
}

/** The recipients of all notices, according to the API. */
async function noticesAt(url: string, people: readonly Person[]): Promise<number[]> {
  const { cross_realm_bots: bots } = await clientOf(url, people[0] as Person).call(registerQueue, {
    fetch_event_types: ['realm_user'],
  })
  const bot = bots!.find(({ full_name }) => full_name === 'Notification Bot')!
  const narrow = [
    { operator: 'sender', operand: bot.user_id, negated: false },
    { operator: 'is', operand: 'dm', negated: false },
  ]
  const found: number[] = []
  for (const person of people) {
    const args = { anchor: 'newest', num_before: 100, num_after: 0, narrow } as const
    const { messages } = await clientOf(url, person).call(getMessages, args)
    found.push(...messages.map(() => person.id))
  }
  return found
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

async function expectOnce(label: string, url: string, { people, databaseUrl }: Setting): Promise<void> {
  const told = people.slice(1).map(({ id }) => id)
  await expect.poll(async () => (await noticesAt(url, people)).length, SLOWLY).toBeGreaterThanOrEqual(told.length)
  await expect.poll(() => jobsDue(databaseUrl), SLOWLY).toBe(0)
  const tally = tallyOf(told, await noticesAt(url, people))
  printTally(label, tally)
  expect(tally).toMatchObject({ lost: 0, doubled: 0 })
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** The owner's welcome does not count: it waits for its time. */
const jobsDue = async (databaseUrl: string) => {
  const due = 'select count(*)::int as n from graphile_worker._private_jobs where run_at <= now()'
  return (await query<{ n: number }>(databaseUrl, due))[0]!.n
}

const MOMENTS = [
  ['after jobs were added, before the commit', { FAULT_QUERY: 'graphile_worker\\.add_jobs', FAULT_MOMENT: 'after' }],
  // Each send looks up its key first. The third lookup comes after two sends.
  [
    'after a job has sent half of its notices',
    { FAULT_QUERY: 'join sent_key', FAULT_SKIP: '2', FAULT_MOMENT: 'before' },
  ],
  [
    'after a job has finished, before that is stored',
    { FAULT_QUERY: '^delete from .*_private_jobs', FAULT_MOMENT: 'before' },
  ],
] as const

test.each(MOMENTS)(
  'kill -9 %s: after the restart everyone has one notice',
  async (moment, fault) => {
    const opened = await open(fault)
    const { server, databaseUrl } = opened
    await subscribeAll(opened)
    await expect.poll(() => isGone(server.pid), SLOWLY).toBe(true)
    await rm(armed)
    await server.start()
    await expectOnce(`kill -9 ${moment}`, server.url, opened)
    await expectConsistent(databaseUrl)
  },
  TEST_TIME,
)

test(
  'kill -9 of one of two nodes: the other node runs its jobs',
  async () => {
    const opened = await open({ FAULT_QUERY: '^delete from .*_private_jobs', FAULT_MOMENT: 'before' })
    const { server, databaseUrl } = opened
    await subscribeAll(opened)
    await expect.poll(() => isGone(server.pid), SLOWLY).toBe(true)
    const secretFile = `${server.dataDir}/secret`
    const second = await ServerProcess.start({ databaseUrl, secretFile, env: UNSAFE })
    try {
      // A node counts as dead after ten seconds of silence. Only the full run waits for that.
      if (!isFull) await query(databaseUrl, `update node set seen_at = seen_at - interval '1 minute'`)
      await expectOnce('jobs of a killed node', second.url, opened)
    } finally {
      await second.dispose()
    }
    await expectConsistent(databaseUrl)
  },
  TEST_TIME,
)
