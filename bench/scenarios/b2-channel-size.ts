import pg from 'pg'
import { atMost, type Figure, figure } from '../figure.ts'
import { Connection } from '../http/connection.ts'
import { type Person, patch, post } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import { type Bench, channelOf, type Scenario } from '../scenario.ts'
import { median, ratios } from '../statistics.ts'
import { openSenders, type Senders } from './senders.ts'

const SIZES = [10, 100, 1_000, 10_000]
const SENDERS = 10
const WARM_UP = 1_000
const ROUND = 2_000
const EDITS = 25
const MAX_RATIO = 1.2

interface Sample {
  readonly microseconds: number
  readonly walBytes: number
}

/** Sizes are interleaved in every round, so that noise affects all of them equally. */
export const channelSize: Scenario = {
  id: 'B2',
  title: 'cost of a send and of an edit in a channel of 10,000 ÷ in one of 10; WAL per send',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const observer = new pg.Client(await bench.database())
    await observer.connect()
    const members = data.users.slice(0, SENDERS)
    const open = (size: number) => openSenders(server.port, members, channelOf(data, size).id, SENDERS)
    const senders = await Promise.all(SIZES.map(open))
    for (const one of senders) await one.run(WARM_UP)
    const samples: Sample[][] = SIZES.map(() => [])
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [i, one] of senders.entries()) samples[i]?.push(await sample(one, observer))
    }
    for (const one of senders) one.close()
    await observer.end()
    const channels = [SIZES[0]!, SIZES.at(-1)!].map((size) => channelOf(data, size).id)
    return [
      ...SIZES.flatMap((size, i) => figuresOf(size, samples[i] as Sample[], samples[0] as Sample[])),
      await measureEdits(bench, server.port, members[0]!, channels),
    ]
  },
}

async function sample(senders: Senders, observer: pg.Client): Promise<Sample> {
  const position = async () =>
    Number((await observer.query(`select pg_current_wal_insert_lsn() - '0/0' as at`)).rows[0].at)
  const from = await position()
  const before = senders.sent
  const rate = await senders.run(ROUND)
  return { microseconds: 1_000_000 / rate, walBytes: ((await position()) - from) / (senders.sent - before) }
}

function figuresOf(size: number, samples: readonly Sample[], smallest: readonly Sample[]): Figure[] {
  const name = `${size.toLocaleString('en')} subscribers`
  const measured = samples.map((one) => one.microseconds)
  const floor = smallest.map((one) => one.microseconds)
  const wal = samples.map((one) => one.walBytes)
  const unit = 'µs/send'
  const cost =
    size === SIZES[0]
      ? figure({ scenario: 'B2', name, unit, measured })
      : figure({
          scenario: 'B2',
          name,
          unit,
          measured,
          floor,
          ratio: ratios(measured, floor),
          target: atMost(MAX_RATIO),
        })
  return [cost, figure({ scenario: 'B2', name: `${name}, WAL`, unit: 'B/send', measured: wal, target: atMost(3_000) })]
}

/** One message of each channel is edited in turn. */
async function measureEdits(bench: Bench, port: number, author: Person, channels: readonly number[]): Promise<Figure> {
  const connection = await Connection.open(port)
  const ids: number[] = []
  for (const to of channels) {
    const say = post(author, '/messages', { type: 'channel', to, topic: 'edited', content: 'before' })
    ids.push((JSON.parse((await bodyOf(connection, say)).toString()) as { id: number }).id)
  }
  const rounds = ids.map((): number[] => [])
  for (let round = -1; round < bench.rounds; round += 1) {
    const times = ids.map((): number[] => [])
    for (let n = 0; n < EDITS; n += 1)
      for (const [at, id] of ids.entries())
        times[at]!.push(await timeOf(connection, patch(author, `/messages/${id}`, { content: `edit ${round} ${n}` })))
    if (round >= 0) for (const [at, list] of times.entries()) rounds[at]!.push(median(list))
  }
  connection.close()
  const [floor, measured] = rounds as [number[], number[]]
  const name = 'an edit, 10,000 subscribers ÷ 10'
  return figure({
    scenario: 'B2',
    name,
    unit: 'ms',
    measured,
    floor,
    ratio: ratios(measured, floor),
    target: atMost(MAX_RATIO),
  })
}
