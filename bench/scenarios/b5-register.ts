import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ServerProcess } from '../../test/faults/server-process.ts'
import { atLeast, atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { accepting, get, type Person, post } from '../http/requests.ts'
import { overSlowLine } from '../http/slow-line.ts'
import { bodyOf } from '../http/success.ts'
import type { Bench, DataSet, Scenario } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'
import { startProber } from './prober.ts'

/** The first accounts of the data set have these numbers of unread messages. */
const UNREAD = ['nothing', 'about 3,000', '50,000']
const SUBSCRIBERS = ['partial', 'true'] as const
const WARM_UP = 3
const PER_ROUND = 3
const MAX_RATIO = 3
const MAX_STATEMENTS = 12
const MAX_TURN_MILLISECONDS = 10
const MAX_P99_MILLISECONDS = 50

export const register: Scenario = {
  id: 'B5',
  title: 'register ÷ concatenating and compressing the same bytes; statements; what others notice meanwhile',
  async run(bench) {
    const data = await bench.mediumData()
    return [
      ...(await measureFirst(bench, data)),
      ...(await measureWarm(bench, data)),
      ...(await measureCompressed(bench, data)),
      ...(await measureTurns(bench, data)),
    ]
  },
}

const requestOf = (person: Person, subscribers: string): string =>
  post(person, '/register', {
    include_subscribers: subscribers,
    apply_markdown: true,
    client_gravatar: true,
    slim_presence: true,
  })

/** Milliseconds, and the returned state. */
async function timed(connection: Connection, request: string): Promise<{ milliseconds: number; body: Buffer }> {
  const start = performance.now()
  const body = await bodyOf(connection, request)
  return { milliseconds: performance.now() - start, body }
}

/** About the length of the text for one account. */
const PIECE = 450

/** The floor: joining cached pieces and compressing them. */
function floorOf(body: Buffer): number {
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += PIECE) pieces.push(Buffer.from(body.subarray(at, at + PIECE)))
  const start = performance.now()
  gzipSync(Buffer.concat(pieces))
  return performance.now() - start
}

function comparedFigure(name: string, measured: readonly number[], floor: readonly number[]): Figure {
  const ratio = ratios(measured, floor)
  return figure({ scenario: 'B5', name, unit: 'ms', measured, floor, ratio, target: atMost(MAX_RATIO) })
}

async function measureFirst(bench: Bench, data: DataSet): Promise<Figure[]> {
  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    await bench.stopServer()
    const { port } = await bench.runningServer()
    const connection = await Connection.open(port)
    const { milliseconds, body } = await timed(connection, requestOf(data.users[1] as Person, 'partial'))
    measured.push(milliseconds)
    floor.push(floorOf(body))
    connection.close()
  }
  return [comparedFigure('first after the start, partial subscribers', measured, floor)]
}

async function measureWarm(bench: Bench, data: DataSet): Promise<Figure[]> {
  const { port, url } = await bench.runningServer()
  const connection = await Connection.open(port)
  const quiet = await statementsWhenQuiet(url)
  const prober = await startProber(port, get(null, '/server_settings'))
  const noticed: number[] = []
  const statements: number[] = []
  const figures: Figure[] = []
  for (const subscribers of SUBSCRIBERS) {
    for (const [index, unread] of UNREAD.entries()) {
      const request = requestOf(data.users[index] as Person, subscribers)
      const measured: number[] = []
      const floor: number[] = []
      for (let n = 0; n < WARM_UP; n += 1) floorOf((await timed(connection, request)).body)
      for (let round = 0; round < bench.rounds; round += 1) {
        const before = await statementsOf(url)
        const since = performance.now()
        for (let n = 0; n < PER_ROUND; n += 1) {
          await prober.take()
          const { milliseconds, body } = await timed(connection, request)
          noticed.push(...(await prober.take()))
          measured.push(milliseconds)
          floor.push(floorOf(body))
        }
        const made = (await statementsOf(url)) - before
        statements.push((made - quiet * (performance.now() - since)) / PER_ROUND)
      }
      const all = subscribers === 'true' ? 'all' : subscribers
      figures.push(comparedFigure(`${all} subscribers, ${unread} unread`, measured, floor))
    }
  }
  await prober.stop()
  connection.close()
  const p99 = quantile(noticed.toSorted(ascending), 0.99)
  return [
    ...figures,
    figure({ scenario: 'B5', name: 'statements', unit: '', measured: statements, target: atMost(MAX_STATEMENTS) }),
    figure({
      scenario: 'B5',
      name: 'unrelated GET p99',
      unit: 'ms',
      measured: [p99],
      target: atMost(MAX_P99_MILLISECONDS),
    }),
  ]
}

const ENCODINGS = ['br', 'gzip']
const MIN_COMPRESSION_GAIN = 5
const MAX_MEGABYTES = 0.7

/** A client without subscribers, as clients ask by default, over a quick line and over a slow one. */
async function measureCompressed(bench: Bench, { users }: DataSet): Promise<Figure[]> {
  const { port } = await bench.runningServer()
  const connection = await Connection.open(port)
  const plain = requestOf(users[1] as Person, 'false')
  const figures: Figure[] = []
  for (const encoding of ENCODINGS) {
    const request = accepting(plain, encoding)
    const samples = { measured: [] as number[], floor: [] as number[], size: [] as number[] }
    const slow = { measured: [] as number[], ratio: [] as number[] }
    for (let n = 0; n < WARM_UP; n += 1) await timed(connection, request)
    for (let round = 0; round < bench.rounds; round += 1) {
      const { milliseconds, body } = await timed(connection, request)
      samples.measured.push(milliseconds)
      samples.floor.push(floorOf((await timed(connection, plain)).body))
      samples.size.push(body.length / 1e6)
      const whole = await overSlowLine(port, plain)
      const packed = await overSlowLine(port, request)
      slow.measured.push(packed.milliseconds)
      slow.ratio.push(whole.milliseconds / packed.milliseconds)
    }
    const named = (name: string, unit: string) => ({ scenario: 'B5', name: `no subscribers, ${encoding}${name}`, unit })
    figures.push(
      comparedFigure(named('', '').name, samples.measured, samples.floor),
      figure({ ...named(': size', 'MB'), measured: samples.size, target: atMost(MAX_MEGABYTES) }),
      figure({ ...named(': uncompressed ÷ this on 10 Mbit/s', 'ms'), ...slow, target: atLeast(MIN_COMPRESSION_GAIN) }),
    )
  }
  connection.close()
  return figures
}

const ascending = (a: number, b: number): number => a - b

/** The server updates the count once a second. Its own heartbeats are included. */
async function statementsOf(url: string): Promise<number> {
  await sleep(1_100)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^parley_database_statements_total (\d+)$/m.exec(metrics)?.[1])
}

const QUIET_MILLISECONDS = 5_000

/** Statements in a millisecond that the server makes by itself: it looks for jobs and other nodes. */
async function statementsWhenQuiet(url: string): Promise<number> {
  const [before, since] = [await statementsOf(url), performance.now()]
  await sleep(QUIET_MILLISECONDS)
  return ((await statementsOf(url)) - before) / (performance.now() - since)
}

/** Uses a separate server, which also measures itself. */
async function measureTurns(bench: Bench, { dataDir, users }: DataSet): Promise<Figure[]> {
  await bench.stopServer()
  const file = join(dataDir, 'longest-turn')
  const preload = new URL('../preload/longest-turn.ts', import.meta.url).href
  const env = { BENCH_LONGEST_TURN: file }
  const server = await ServerProcess.start({ dataDir, preload, env, logFile: join(dataDir, 'bench.log') })
  const connection = await Connection.open(server.port)
  const longestTurn = async () => {
    rmSync(file, { force: true })
    process.kill(server.pid, 'SIGUSR2')
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20)
    return Number(readFileSync(file, 'utf8'))
  }
  const turns: number[] = []
  for (let n = 0; n < WARM_UP * SUBSCRIBERS.length * UNREAD.length; n += 1)
    await timed(connection, requestOf(users[n % UNREAD.length] as Person, 'true'))
  for (let n = 0; n < bench.rounds * PER_ROUND; n += 1) {
    await longestTurn()
    await timed(connection, requestOf(users[n % UNREAD.length] as Person, 'true'))
    turns.push(await longestTurn())
  }
  connection.close()
  await server.stop()
  const name = 'longest turn of the server, processor time'
  return [figure({ scenario: 'B5', name, unit: 'ms', measured: turns, target: atMost(MAX_TURN_MILLISECONDS) })]
}
