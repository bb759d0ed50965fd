import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from '../../test/faults/server-process.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { post } from '../http/requests.ts'
import { signInOwner } from '../http/sign-in-owner.ts'
import type { DataSet, Scenario } from '../scenario.ts'

const PRELOAD = fileURLToPath(new URL('../preload/longest-hold.ts', import.meta.url))
const MAX_MILLISECONDS = 50
const PAUSE = 20
/** No change takes longer. */
const PATIENCE = 120_000

interface Change {
  readonly name: string
  readonly path: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}

/** Changes of channels with everybody in them: each transaction must let the others through quickly. */
export const largeChanges: Scenario = {
  id: 'B12',
  title: 'changes of channels with 10,000 subscribers: longest time that a transaction held the lane',
  async run(bench) {
    const data = await bench.mediumData()
    await bench.stopServer()
    const holdFile = join(data.dataDir, 'longest-hold')
    const server = await ServerProcess.start({
      dataDir: data.dataDir,
      logFile: join(data.dataDir, 'bench.log'),
      preload: PRELOAD,
      env: { BENCH_LONGEST_HOLD: holdFile, PARLEY_RATE_LIMITS: 'off' },
    })
    const holds = new Map<string, number[]>()
    try {
      const owner = await signInOwner(server.url)
      const connection = await Connection.open(server.port)
      for (let round = 0; round < bench.rounds; round += 1) {
        for (const change of changesOf(data, round)) {
          await longestHold(server, holdFile)
          const { status } = await connection.send(post(owner, change.path, change.parameters))
          if (status !== 200) throw new Error(`${change.name}: status ${status}`)
          // What follows from a change in jobs counts too.
          await sleep(1_500)
          const hold = await longestHold(server, holdFile)
          bench.say(`${change.name}: ${hold.toFixed(1)} ms`)
          holds.set(change.name, [...(holds.get(change.name) ?? []), hold])
        }
      }
      connection.close()
    } finally {
      await server.stop()
    }
    return [...holds].map(
      ([name, measured]): Figure =>
        figure({ scenario: 'B12', name, unit: 'ms', measured, target: atMost(MAX_MILLISECONDS) }),
    )
  },
}

/** Returns the changes in an order in which each is possible. */
function changesOf({ channels, users }: DataSet, round: number): Change[] {
  const large = channels.filter(({ name }) => name.startsWith('everybody'))
  const everybody = large[round % large.length]!
  const everyone = JSON.stringify(users.map(({ id }) => id))
  const name = `large ${round}`
  const stream = `/streams/${everybody.id}`
  const patch = { method: 'PATCH' }
  return [
    { name: 'archive', path: stream, parameters: { method: 'DELETE' } },
    { name: 'restore', path: stream, parameters: { ...patch, is_archived: false } },
    { name: 'make private', path: stream, parameters: { ...patch, is_private: true } },
    { name: 'make public', path: stream, parameters: { ...patch, is_private: false } },
    { name: 'rename', path: stream, parameters: { ...patch, new_name: `renamed ${round}` } },
    {
      name: 'subscribe everybody to a new channel',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: JSON.stringify([{ name }]), principals: everyone },
    },
    {
      name: 'unsubscribe everybody',
      path: '/users/me/subscriptions',
      parameters: { method: 'DELETE', subscriptions: JSON.stringify([name]), principals: everyone },
    },
    {
      name: 'subscribe everybody again',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: JSON.stringify([{ name }]), principals: everyone },
    },
    {
      name: 'create with everybody',
      path: '/channels/create',
      parameters: { name: `created ${round}`, subscribers: everyone },
    },
  ]
}

/** Milliseconds since the last call. */
async function longestHold(server: ServerProcess, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(server.pid, 'SIGUSR2')
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    await sleep(PAUSE)
    const [text] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
    if (text) return Number(text)
  }
  throw new Error('the server did not tell how long it held the lane')
}
