import { atMost, type Figure, figure } from '../figure.ts'
import type { Connection } from '../http/connection.ts'
import { get, type Person, patch, post } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import type { Bench, DataSet } from '../scenario.ts'
import { quantile, ratios } from '../statistics.ts'

const MESSAGES = 100
const REQUESTS = 15
const MOVES = [1, 48]
const MOST_RATIO = 1.5
const READER = 150

interface MovedTopic {
  readonly moves: number
  readonly request: string
}

/** A topic that was moved between channels ÷ one that never was. */
export async function measureMoved(bench: Bench, connection: Connection, data: DataSet): Promise<Figure[]> {
  const unmoved = await makeTopic(connection, data, 0)
  const figures: Figure[] = []
  for (const moves of MOVES) {
    const moved = await makeTopic(connection, data, moves)
    const [measured, floor] = await inTurn(bench, connection, moved, unmoved)
    const name = `a topic that was moved ${moves} times ÷ one that was not`
    const ratio = ratios(measured, floor)
    figures.push(figure({ scenario: 'B6', name, unit: 'ms', measured, floor, ratio, target: atMost(MOST_RATIO) }))
  }
  return figures
}

async function makeTopic(connection: Connection, data: DataSet, moves: number): Promise<MovedTopic> {
  const [mover, sender] = [data.users[0] as Person, data.users[1] as Person]
  const [here, there] = data.channels.toSorted((a, b) => b.subscribers - a.subscribers).map(({ id }) => id)
  const topic = `moved ${moves} times`
  let last = 0
  for (let n = 0; n < MESSAGES; n += 1) {
    const say = { type: 'channel', to: here!, topic, content: `Message ${n}` }
    last = (JSON.parse((await bodyOf(connection, post(sender, '/messages', say))).toString()) as { id: number }).id
  }
  for (let n = 0; n < moves; n += 1) {
    await bodyOf(
      connection,
      patch(mover, `/messages/${last}`, {
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
        send_notification_to_old_thread: false,
        stream_id: (n % 2 === 0 ? there : here)!,
      }),
    )
  }
  // With `is:`, only messages that the reader received are found, so the moves count.
  const narrow = [
    { operator: 'channel', operand: moves % 2 === 0 ? here : there },
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'starred', negated: true },
  ]
  const around = { anchor: 'newest', num_before: MESSAGES, num_after: 0, narrow: JSON.stringify(narrow) }
  return { moves, request: get(data.users[READER] as Person, '/messages', around) }
}

const median = (times: readonly number[]): number =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )

async function inTurn(
  bench: Bench,
  connection: Connection,
  moved: MovedTopic,
  unmoved: MovedTopic,
): Promise<[number[], number[]]> {
  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const times = { moved: [] as number[], unmoved: [] as number[] }
    for (let n = 0; n < REQUESTS; n += 1) {
      times.moved.push(await timeOf(connection, moved.request))
      times.unmoved.push(await timeOf(connection, unmoved.request))
    }
    measured.push(median(times.moved))
    floor.push(median(times.unmoved))
  }
  return [measured, floor]
}
